"""Runs a command in a terminal of 80 columns and 24 rows, and answers it.

The argument is JSON: [command, steps]. A step is [text, keys]: the keys are typed when the text appears.
A command that shows nothing for two minutes is ended.
Prints JSON: the exit code, all output, and the text that did not appear, if any.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios

command, steps = json.loads(sys.argv[1])
process, terminal = pty.fork()
if process == 0:
    os.execv(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))

output, seen = b'', 0
while True:
    while steps and (at := output.find(steps[0][0].encode(), seen)) != -1:
        text, keys = steps.pop(0)
        # The text of the next step may have arrived in the same piece.
        seen = at + len(text.encode())
        os.write(terminal, keys.encode())
    if not select.select([terminal], [], [], 120)[0]:
        os.kill(process, signal.SIGKILL)
        break
    try:
        read = os.read(terminal, 65536)
    except OSError:
        break
    if read == b'':
        break
    output += read

_, status = os.waitpid(process, 0)
result = {
    'code': os.waitstatus_to_exitcode(status),
    'out': output.decode(errors='replace').replace('\r\n', '\n'),
    'missing': steps[0][0] if steps else None,
}
print(json.dumps(result))
