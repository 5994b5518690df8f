import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NewProfile, ProfileLimits } from '../../model/profile-schema.ts'
import { loadProfileTemplates, withTemplate } from './profile-templates.ts'

const templates = loadProfileTemplates(process.cwd())
const [first] = templates

describe('the templates', () => {
  test('are at least three, with different names and titles, and with valid keys, hosts and limits', () => {
    expect(templates.length).toBeGreaterThanOrEqual(3)
    expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length)
    expect(new Set(templates.map(({ title }) => title)).size).toBe(templates.length)
    for (const { description, keys, hosts, limits } of templates) {
      expect(NewProfile.safeParse({ description, keys, hosts }).success).toBe(true)
      expect(ProfileLimits.safeParse(limits).success).toBe(true)
      for (const key of keys) expect(key.description, key.name).not.toBe('')
    }
  })

  test('supply what a request leaves out, and keep everything that the request contains', () => {
    if (!first) throw new Error('There is no template')
    expect(withTemplate({ keys: [], hosts: [] }, first)).toEqual({
      description: first.description,
      keys: first.keys,
      hosts: first.hosts,
      limits: first.limits,
    })
    const [known] = first.keys
    const keys = [
      { name: known?.name ?? '', description: 'of the request' },
      { name: 'OWN', description: '' },
    ]
    const merged = withTemplate({ description: 'own', keys, hosts: ['api.example.com'] }, first)
    expect(merged.description).toBe('own')
    expect(merged.keys).toEqual([keys[0], ...first.keys.slice(1), keys[1]])
    expect(merged.hosts).toContain('api.example.com')
  })

  test('keep the description of a key that a request names without one', () => {
    const template = templates.find(({ keys }) => keys.length > 0)
    const keys = (template?.keys ?? []).map(({ name }) => ({ name, description: '' }))
    expect(keys).not.toEqual([])
    expect(withTemplate({ keys, hosts: [] }, template).keys).toEqual(template?.keys)
  })

  test('never give a profile a key or host twice', () => {
    const name = fc.constantFrom('API_KEY', 'API_URL', 'OTHER')
    const wanted = fc.record({
      keys: fc.array(fc.record({ name, description: fc.string() })),
      hosts: fc.array(fc.constantFrom('a.example.com', 'api.frankfurter.dev')),
    })
    fc.assert(
      fc.property(wanted, fc.option(fc.constantFrom(...templates), { nil: undefined }), (request, template) => {
        const { keys, hosts } = withTemplate(request, template)
        expect(new Set(keys.map((key) => key.name)).size).toBe(keys.length)
        expect(new Set(hosts).size).toBe(hosts.length)
      }),
    )
  })
})
