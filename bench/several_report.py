"""The benchmarks of several contacts: the median cost of an impact against the number of contacts."""

TARGETS = {2: 2.0, 4: 20.0, 8: 200.0}  # μs, median over random chains, modes chosen automatically
LAWS = ("newton", "poisson", "stronge", "whittaker", "brach")
ROUTES = ("automatic", "enumerate", "lemke")
COLUMNS = "date commit law route contacts ns slowest_tenth_ns".split()


def rows_of(runs):
    """[{law, route, contacts, ns, slowest_tenth_ns}] from {(law, route, contacts): {median, ...}}."""
    rows = [
        {
            "law": law,
            "route": route,
            "contacts": int(contacts),
            "ns": measured["median"],
            "slowest_tenth_ns": measured["slowest_tenth"],
        }
        for (law, route, contacts), measured in runs.items()
    ]
    return sorted(rows, key=lambda r: (r["contacts"], LAWS.index(r["law"]), ROUTES.index(r["route"])))


def print_report(rows, print_table):
    times = {(r["law"], r["route"], r["contacts"]): r["ns"] / 1e3 for r in rows}
    print(
        "\none impact of several contacts, W given, μs: the median over 500 random chains, some contacts"
        "\nat rest, some sliding, some apart; by the choice of modes: automatic, all combinations, lemke\n"
    )
    counts = sorted({r["contacts"] for r in rows})
    columns = [(law, route) for route in ROUTES for law in ("stronge", "whittaker")]
    print_table(
        ["contacts", *(f"{law} {route}" for law, route in columns)],
        [
            [str(k)]
            + [f"{times[law, route, k]:.2f}" if (law, route, k) in times else "" for law, route in columns]
            for k in counts
        ],
    )
    print()
    for k, target in TARGETS.items():
        worst = max(LAWS, key=lambda law: times[law, "automatic", k])
        time = times[worst, "automatic", k]
        print(
            f"  {k} contacts: {worst} takes longest, {time:.2f} μs, target {target:.0f}:"
            f" {'met' if time <= target else 'missed'}"
        )
