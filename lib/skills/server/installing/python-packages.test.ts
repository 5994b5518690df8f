import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packageName, requiredPackages } from './python-packages.ts'

test('names the packages of a requirements file, whatever versions it asks for', () => {
  const text = `# what it needs
requests>=2.31 # for rates
Python_Dateutil == 2.9.0
ruamel.yaml[jinja2]~=0.18
tabulate

-r other.txt
--index-url https://pypi.example.com/simple
tomli>=2; python_version < "3.11"
mine @ https://example.com/mine.whl
`
  expect(requiredPackages(text)).toEqual(['requests', 'python-dateutil', 'ruamel-yaml', 'tabulate', 'mine'])
})

test('takes an address for a name that no package has', () => {
  const [name = ''] = requiredPackages('git+https://example.com/mine.git')
  expect(name).toContain('/')
})

const name = fc.stringMatching(/^[A-Za-z\d]([A-Za-z\d._-]{0,10}[A-Za-z\d])?$/)
const version = fc.constantFrom('', '==1.0', ' >= 2, <3', '~=1.4', '[extra]==1', ' # why')

test('finds every name once, in whatever form it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, version)), (lines) => {
      const found = requiredPackages(lines.map((parts) => parts.join('')).join('\n'))
      expect(found).toEqual([...new Set(lines.map(([each]) => packageName(each)))])
    }),
  )
})

test('reads any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const each of requiredPackages(text)) expect(each).toBe(packageName(each))
    }),
  )
})
