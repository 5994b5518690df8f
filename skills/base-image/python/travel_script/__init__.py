"""Runs one script of an agent: `python3 -m travel_script`, with PYTHONHASHSEED=0 in the environment.

The input comes on stdin as one line of JSON; `_travel` holds the script, its clock and its seed. The report of the script's end goes to
stdout between the markers, in the same form as the harness for JavaScript. Every request of the script to the platform is a
numbered host call. A script that waits for an answer of the agent's model ends, and runs again from its start when the
answer has arrived: until then its host calls are answered as recorded. Its clock, its random numbers and the order of its sets
are therefore the same in each run.
"""

# The name of the script in tracebacks.
SCRIPT = 'script.py'


class CapabilityRevoked(PermissionError):
    """A declared permission was withheld from this execution."""

    # Tracebacks name it without a module.
    __module__ = 'builtins'
