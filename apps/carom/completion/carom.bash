# bash completion for carom: commands, options, laws, examples, papers and problem files.

_carom_words() { # WORD...: those that start with what is being typed
  mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
}

_carom_files() { # ENDINGS: files that end so, and folders
  local -a found=()
  local file
  while IFS= read -r file; do
    if [[ -d $file || $file =~ \.($1)$ ]]; then found+=("$file"); fi
  done < <(compgen -f -- "$current")
  COMPREPLY=("${found[@]}")
  compopt -o filenames 2>/dev/null || true
}

_carom_laws() { # the last of a list that commas separate
  local before="" names
  [[ $current == *,* ]] && before=${current%,*},
  names="$(carom laws 2>/dev/null | grep -E '^[a-z_]+$') all"
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$names" -- "${current##*,}")
  compopt -o nospace 2>/dev/null || true
}

_carom() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command=""
  COMPREPLY=()
  [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}

  case $previous in
    --law) _carom_laws ;;
    --color) _carom_words auto always never ;;
    --format)
      case $command in
        sweep) _carom_words csv json hdf5 ;;
        simulate | extract) _carom_words table csv json ;;
        fit | reconstruct) _carom_words table json ;;
        solve) _carom_words table latex json jsonl ;;
        *) _carom_words table json jsonl ;;
      esac
      ;;
    --vary | --columns | --part | --draws | --seed | --tolerance | --threads | --duration | --sample | --events) ;;
    --sampling) _carom_words independent latin_hypercube sobol ;;
    --simultaneous) _carom_words together sequential ;;
    --units) _carom_words si us ;;
    --report) _carom_words vehicle ;;
    --film) _carom_files "gif|gp" ;;
    --plot)
      if [[ $command == reproduce ]]; then
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
      else
        _carom_files "svg|pdf|png|gp"
      fi
      ;;
    --problem | --port) ;;
    --html) _carom_files "html" ;;
    --errors) _carom_files "csv" ;;
    --pdf) _carom_files "pdf" ;;
    --picture) _carom_words svg pdf png gp ;;
    -o | --output)
      case $command in
        diagram) _carom_files "svg|pdf|png|gp" ;;
        sweep | merge) _carom_files "csv|json|h5" ;;
        simulate) _carom_files "csv|json" ;;
        *) _carom_files "txt|tex|json|jsonl" ;;
      esac
      ;;
    *) _carom_arguments ;;
  esac
}

_carom_arguments() { # what is no value of an option

  local commands="solve sweep merge simulate show import check diagram demo laws example reproduce explore extract fit reconstruct help"
  case $command in
    "") _carom_words "$commands --help --version" ;;
    help) _carom_words "$commands" ;;
    solve | sweep | simulate | show | check | diagram | explore | extract | fit | reconstruct)
      if [[ $current == -* ]]; then
        case $command in
          solve) _carom_words --law --format --units --report --path --output --html --color --help ;;
          sweep)
            _carom_words --vary --law --columns --draws --seed --sampling --problem --format --output --resume \
              --force --boundaries --tolerance --threads --html --summary --plot --part --units --report --help
            ;;
          simulate)
            _carom_words --duration --sample --law --simultaneous --events --tolerance --problem --format \
              --output --plot --film --html --units --color --help
            ;;
          show) _carom_words --base --format --units --output --plot --problem --color --help ;;
          check) _carom_words --help ;;
          diagram) _carom_words --law --problem --strip --output --help ;;
          explore) _carom_words --port --no-browser --help ;;
          extract) _carom_words --format --output --color --help ;;
          fit) _carom_words --law --format --output --html --errors --threads --color --help ;;
          reconstruct) _carom_words --format --units --report --output --html --pdf --threads --color --help ;;
        esac
      else
        _carom_files "yaml|yml|json|jsonl"
      fi
      ;;
    import)
      if [[ $current == -* ]]; then _carom_words --base --output --help; else _carom_files "xml|urdf"; fi
      ;;
    merge)
      if [[ $current == -* ]]; then _carom_words --output --force --help; else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
      fi
      ;;
    demo) _carom_words --color --help ;;
    laws)
      if [[ $current == -* ]]; then _carom_words --bibtex --color --help; else
        _carom_words "$(carom laws 2>/dev/null | grep -E '^[a-z_]+$')"
      fi
      ;;
    example)
      if [[ $current == -* ]]; then _carom_words --json --color --help; else
        _carom_words "$(carom example 2>/dev/null | sed -nE 's|^([a-z_/]+)\.[a-z]+$|\1|p')"
      fi
      ;;
    reproduce)
      if [[ $current == -* ]]; then _carom_words --format --output --plot --picture --html --color --help; else
        _carom_words cataldo-sampaio hurmuzlu-marghitu shen-townsend spatial wang-mason zabuga
      fi
      ;;
  esac
}

complete -F _carom carom
