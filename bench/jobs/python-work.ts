/** Work inside the interpreter whose time shows what the meter costs. */
export const pythonWork: Readonly<Record<string, string>> = {
  'dict, 200,000 operations': `
def work():
    table = {}
    for number in range(100_000):
        table[number % 5_000] = number
    total = 0
    for number in range(100_000):
        total += table[number % 5_000]
    return total
`,
  'fib(24)': `
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def work():
    return fib(24)
`,
  json: `
import json
value = {'offers': [{'id': f'offer-{at}', 'price': at * 1.25, 'seats': at % 9, 'at': '2035-09-15T10:05'} for at in range(500)]}

def work():
    return len(json.dumps(json.loads(json.dumps(value))))
`,
}

/** Runs the work without end, and prints a line after each time. */
export const repeated = (code: string): string => `${code}
import os
while True:
    os.write(1, (str(work()) + '\\n').encode())
`
