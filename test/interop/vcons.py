"""Reads vCons, one JSON object a line, with the package vcon, and writes what it makes of them, one a line.

With the argument "new" it makes a vCon of its own and puts the sessions and events of the one it reads into it.
"""

import json
import sys

# The package logs to stdout: what is written is kept apart from that.
out, sys.stdout = sys.stdout, sys.stderr

from vcon import Vcon  # noqa: E402
from vcon.party import Party  # noqa: E402

for line in sys.stdin:
    if sys.argv[1:] == ["new"]:
        given = json.loads(line)
        made = Vcon.build_new()
        for party in given["parties"]:
            made.add_party(Party(**party))
        whole = {**json.loads(made.to_json()), "sessions": given["sessions"], "events": given["events"]}
        result = Vcon.build_from_json(json.dumps(whole))
    else:
        result = Vcon.build_from_json(line)
    out.write(json.dumps(json.loads(result.to_json())) + "\n")
