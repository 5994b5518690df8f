/** `times`: enough for the engine to compile the interpreter's hot code. */
type Work = { readonly code: string; readonly times: number }

/** Work inside the interpreter whose time shows what the meter costs. */
export const pythonWork: Readonly<Record<string, Work>> = {
  'dict, 200,000 operations': {
    times: 15,
    code: `
def work():
    table = {}
    for number in range(100_000):
        table[number % 5_000] = number
    total = 0
    for number in range(100_000):
        total += table[number % 5_000]
    return total
`,
  },
  'fib(24)': {
    times: 50,
    code: `
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def work():
    return fib(24)
`,
  },
  json: {
    times: 200,
    code: `
import json
value = {'offers': [{'id': f'offer-{at}', 'price': at * 1.25, 'seats': at % 9, 'at': '2035-09-15T10:05'} for at in range(500)]}

def work():
    return len(json.dumps(json.loads(json.dumps(value))))
`,
  },
}

/** Runs the work so many times, and prints a line after each. */
export const repeated = ({ code, times }: Work): string => `${code}
import os
for _ in range(${times}):
    os.write(1, (str(work()) + '\\n').encode())
`
