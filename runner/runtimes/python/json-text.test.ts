import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPython } from './testing/start-python.ts'

describe('Python', () => {
  let python: Awaited<ReturnType<typeof startPython>>
  beforeAll(async () => {
    python = await startPython()
  })
  afterAll(() => python[Symbol.asyncDispose]())

  test('a result keeps its integers, or says which one its readers would round', async () => {
    expect(
      await python.run('set_result([2**53, -(2**53), "12345678901234567890", 1e300, 0.1234567890123456])'),
    ).toEqual([2 ** 53, -(2 ** 53), '12345678901234567890', 1e300, 0.1234567890123456])
    const refused = `
try: set_result({'id': 2**53 + 1})
except ValueError as error: set_result(str(error))`
    expect(await python.run(refused)).toContain('9007199254740993 is beyond 2**53')
  })

  test('a stored value that JSON lacks is an error that the script can catch', async () => {
    const refused = `
told = []
for value in (float('nan'), 2**64, {1}):
    try: kv.put('a', value)
    except (TypeError, ValueError) as error: told.append(type(error).__name__)
set_result(told)`
    expect(await python.run(refused)).toEqual(['ValueError', 'ValueError', 'TypeError'])
  })

  test('a script may begin with a byte order mark', async () => {
    expect(await python.run('\uFEFFset_result(1)')).toBe(1)
  })

  test('a write that is too large for the host is an error that the script can catch', async () => {
    const large = `
try:
    with open('/tmp/a', 'wb') as file: file.write(b'x' * (9 << 20))
except OSError as error: set_result(error.errno)`
    expect(await python.run(large)).toBe(22)
  })
})
