"""Runs one attack in a container and prints its result: the attack's own report, or the error that ended it.

The attack is an expression, or statements that set `report`. It can use the helpers below. `given` holds the test's
facts about the outside world. With the argument `shared` it runs one attack for each line of its input, one after
another.
"""

import ctypes
import errno
import http.client
import json
import os
import re
import signal
import socket
import ssl
import struct
import sys
import textwrap

_WORDS = {
    'unreachable': ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'EAFNOSUPPORT', 'EINVAL'],
    'refused': ['ECONNREFUSED'],
    'not permitted': ['EPERM', 'EACCES', 'EROFS'],
    'not there': ['ENOENT', 'ENOTDIR', 'ENODEV', 'ESRCH'],
    'closed': ['ECONNRESET', 'EPIPE'],
    'full': ['ENOSPC', 'EAGAIN', 'EMFILE'],
}
_WORD_OF = {getattr(errno, code): word for word, codes in _WORDS.items() for code in codes}
_libc = ctypes.CDLL(None, use_errno=True)


def attempt(work, *args):
    """The result of `work`, or a word for the error with which it failed."""
    try:
        return work(*args)
    except socket.timeout:
        return 'no answer'
    except socket.gaierror:
        return 'no such name'
    except (ssl.SSLError, EOFError, http.client.HTTPException):
        return 'closed'
    except OSError as error:
        return _WORD_OF.get(error.errno, errno.errorcode.get(error.errno, str(error)))


def each(work, several):
    """The distinct outcomes."""
    return sorted({attempt(work, one) for one in several})


def connect(address, port):
    """Connects by TCP; tries a link-local address on every interface."""
    if address.startswith('fe80'):
        for index in range(1, 4):
            with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as link:
                link.settimeout(2)
                if link.connect_ex((address, port, 0, index)) == 0:
                    return 'connected'
        return 'unreachable'
    with socket.create_connection((address, port), timeout=2):
        return 'connected'


def send_datagram(address, port, data=b'?'):
    family = socket.AF_INET6 if ':' in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as link:
        link.settimeout(2)
        link.sendto(data, (address, port))
        return 'sent'


def look_up(name):
    """Looks up a name with the system's resolver."""
    return sorted({entry[4][0] for entry in socket.getaddrinfo(name, 443)})


def dns(name, kind=1, server='127.0.0.1'):
    """Sends one hand-made question to a name server; returns the number of answers."""
    labels = b''.join(bytes([len(label)]) + label.encode() for label in name.split('.'))
    query = struct.pack('>HHHHHH', 7, 0x0100, 1, 0, 0, 0) + labels + b'\0' + struct.pack('>HH', kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(5)
        link.connect((server, 53))
        link.send(query)
        answer = link.recv(4096)
    return {'code': answer[3] & 15, 'answers': struct.unpack('>H', answer[6:8])[0]}


def gateway(port=443):
    """A connection to the address of the declared names."""
    return socket.create_connection((socket.gethostbyname('api.example.com'), port), timeout=10)


def without_tls():
    """A connection to the socket that takes requests without TLS."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.connect('/run/travel/net/plain.sock')
    return link


def _all_of(link):
    link.settimeout(10)
    answer = b''
    while chunk := link.recv(65536):
        answer += chunk
    return answer.decode('latin1')


def speak_plain(data, link=None):
    """Sends bytes without TLS; returns everything that comes back."""
    with link or gateway() as open_link:
        open_link.sendall(data.encode('latin1') if isinstance(data, str) else data)
        return _all_of(open_link)


def speak(data, name='api.example.com', link=None):
    """Sends bytes over TLS with this server name, or without one, and returns the answer. It trusts any certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with context.wrap_socket(link or gateway(), server_hostname=name) as open_link:
        open_link.sendall(data.encode('latin1'))
        return _all_of(open_link)


def get(host, path='/', headers={}, body=None):
    """Makes a request like a well-behaved program; returns status and text."""
    link = http.client.HTTPSConnection(host, timeout=10)
    link.request('GET' if body is None else 'POST', path, body=body, headers=headers)
    answer = link.getresponse()
    return {'status': answer.status, 'body': answer.read().decode()}


def write(path, text='1'):
    with open(path, 'w') as file:
        file.write(text)
    return 'written'


def call(name, *args):
    """Calls a function of the C library; returns `done` or raises the system's error."""
    ctypes.set_errno(0)
    if getattr(_libc, name)(*args) == -1:
        raise OSError(ctypes.get_errno(), name)
    return 'done'


def _run(attack, given):
    scope = {**globals(), 'given': given}
    source = textwrap.dedent(attack).strip()
    try:
        code = compile(source, 'attack', 'eval')
    except SyntaxError:
        exec(compile(source, 'attack', 'exec'), scope)
        return scope['report']
    return eval(code, scope)


def _tell(params):
    report = attempt(_run, params['attack'], params['given'])
    print('---SKILL_OUTPUT_START---')
    print(json.dumps({'status': 'success', 'results': [{'report': report}]}))
    print('---SKILL_OUTPUT_END---', flush=True)


def _tell_from_child(asked):
    """Runs one attack in a process group of its own; returns when no process of the group runs any more."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ.update(asked['secrets'])
        try:
            _tell(asked['params'])
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    print('---ATTACK_ENDED---', flush=True)


if sys.argv[1:] == ['shared']:
    for _line in sys.stdin:
        _tell_from_child(json.loads(_line))
else:
    _tell(json.load(sys.stdin)['params'])
