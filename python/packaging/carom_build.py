"""Builds the wheel and the source archive of carom (PEP 517): CMake compiles, the standard library packs.

Needs what packages.txt lists for `build` and `python`, and nothing from the network.
"""

import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# The command: runs the program that is inside the package. Does not import the package, which would wait for NumPy.
COMMAND = b"""#!python
import importlib.util
import os
import sys

found = importlib.util.find_spec("carom")
if found is None or not found.submodule_search_locations:
    sys.exit("carom: the Python package carom is not importable from here")
path = os.path.join(found.submodule_search_locations[0], "bin", "carom")
os.execv(path, ["carom", *sys.argv[1:]])
"""

LAUNCH = 315532800  # 1980-01-01, the oldest time that a zip file can hold


# --- what the front ends call ---------------------------------------------------------------------


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"{stem()}.dist-info"
    folder.mkdir(parents=True)
    for name, text in metadata_files().items():
        (folder / name).write_bytes(text)
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build_package()
    name = f"{stem()}-{tag()}.whl"
    files = {f"carom/{place}": path.read_bytes() for place, path in package.items()}
    files[f"{stem()}.data/scripts/carom"] = COMMAND
    files.update({f"{stem()}.dist-info/{key}": text for key, text in metadata_files().items()})
    files[f"{stem()}.dist-info/RECORD"] = record(files)
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, zip_time())
            entry.compress_type = zipfile.ZIP_DEFLATED
            executable = path.endswith((".so", "/carom"))
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    sys.path.insert(0, str(ROOT / "checks"))
    from sources import files  # the repository's own list of its files

    name = f"{stem()}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path in files():
            archive.add(ROOT / path, f"{stem()}/{path}", recursive=False)
        information = tarfile.TarInfo(f"{stem()}/PKG-INFO")
        information.size = len(metadata())
        archive.addfile(information, io.BytesIO(metadata()))
    return name


# --- compile --------------------------------------------------------------------------------------


def build_package():
    """The files of the package, compiled for the Python that runs this, by their places in it.

    The program and the explorer's page (if that was built) lie in bin and share as they do in a system, so that
    the program finds the page.
    """
    build = ROOT / "build" / f"wheel-{sysconfig.get_config_var('SOABI') or 'any'}"
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CAROM_PYTHON": sys.executable,
        "CAROM_APP": "ON",
        "CAROM_TESTS": "OFF",
        "CAROM_BENCH": "OFF",
        "CAROM_UNITY": "ON",
    }
    generator = ["-G", "Ninja"] if not (build / "CMakeCache.txt").exists() else []
    settings = [f"-D{key}={value}" for key, value in options.items()]
    call("cmake", "-S", str(ROOT), "-B", str(build), *generator, *settings)
    call("cmake", "--build", str(build), "--target", "carom_python", "carom_app")
    installed = build / "installed"
    shutil.rmtree(installed, ignore_errors=True)
    for component in ("python", "program"):
        call("cmake", "--install", str(build), "--component", component, "--prefix", str(installed), "--strip")
    package = {path.name: path for path in sorted(installed.glob("lib/**/carom/*")) if path.is_file()}
    if not any(name.startswith("_carom.") and name.endswith(".so") for name in package):
        raise RuntimeError(f"carom: the module was not built in {build}")
    others = sorted(path for folder in ("bin", "share") for path in (installed / folder).rglob("*"))
    return package | {str(path.relative_to(installed)): path for path in others if path.is_file()}


def call(*command):
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        raise RuntimeError(f"carom needs {command[0]} to be built; packages.txt lists all it needs") from None
    except subprocess.CalledProcessError:
        raise RuntimeError(f"carom could not be built: {' '.join(command)} failed, see above") from None


# --- describe -------------------------------------------------------------------------------------


def project():
    """Version and description, from the one place that has them."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r'project\(carom VERSION (\S+) .*?DESCRIPTION "(.*?)"', text, re.DOTALL)
    return found[1], found[2]


def stem():
    return f"carom-{project()[0]}"


def tag():
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{version}-{version}-{platform}"


def metadata():
    version, description = project()
    head = [
        "Metadata-Version: 2.1",
        "Name: carom",
        f"Version: {version}",
        f"Summary: {description}",
        "License: Apache-2.0",
        "Requires-Python: >=3.9",
        "Requires-Dist: numpy>=1.20",
        "Provides-Extra: plot",
        'Requires-Dist: matplotlib; extra == "plot"',
        "Description-Content-Type: text/markdown",
    ]
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    return ("\n".join(head) + "\n\n" + page).encode()


def metadata_files():
    wheel = ["Wheel-Version: 1.0", "Generator: carom_build", "Root-Is-Purelib: false", f"Tag: {tag()}"]
    return {
        "METADATA": metadata(),
        "WHEEL": ("\n".join(wheel) + "\n").encode(),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        "THIRD_PARTY_NOTICES.md": (ROOT / "THIRD_PARTY_NOTICES.md").read_bytes(),
    }


def record(files):
    """Every file with its hash and size, as installers check them."""
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    lines.append(f"{stem()}.dist-info/RECORD,,")
    return ("\n".join(lines) + "\n").encode()


def zip_time():
    """The same bytes for the same contents, whenever it is built."""
    import time

    return time.gmtime(max(LAUNCH, int(os.environ.get("SOURCE_DATE_EPOCH", LAUNCH))))[:6]
