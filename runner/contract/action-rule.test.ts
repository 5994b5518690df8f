import { describe, expect, it } from 'vitest'
import { testManifest } from '../testing/test-manifest.ts'
import { actionNamesOf, actionRuleOf } from './action-rule.ts'

const manifestOf = (fields: Record<string, unknown>) => testManifest({ name: 'desk', entry: 'main.ts', ...fields })

describe('actionRuleOf', () => {
  const booking = manifestOf({
    effects: ['read'],
    risk_level: 'medium',
    input_schema: { search: { type: 'object' } },
    actions: {
      book: {
        input: { type: 'object', required: ['id'] },
        effects: ['act'],
        risk_level: 'high',
        confirmation: { prompt: 'Book it?' },
      },
      cancel: { effects: ['act'], confirmation: { required: false } },
    },
  })

  it('returns the skill’s own rule for an action that the manifest does not list', () => {
    const rule = { effects: ['read'], risk_level: 'medium', confirmation: { required: false } }
    expect(actionRuleOf(booking, 'search')).toMatchObject({ ...rule, input: { type: 'object' } })
    expect(actionRuleOf(booking, 'anything')).toMatchObject({ ...rule, input: undefined })
  })

  it('replaces only the fields of the skill’s rule that the action sets', () => {
    expect(actionRuleOf(booking, 'book')).toEqual({
      input: { type: 'object', required: ['id'] },
      effects: ['act'],
      risk_level: 'high',
      confirmation: { required: true, prompt: 'Book it?' },
    })
    expect(actionRuleOf(booking, 'cancel')).toMatchObject({ risk_level: 'medium', confirmation: { required: false } })
  })

  it.each([' ', '\u202e\u200b'])('asks its own question if the manifest’s prompt %j shows nothing', (prompt) => {
    const own = { actions: { do: { confirmation: { prompt } } } }
    const promptOf = (fields: Record<string, unknown>) => actionRuleOf(manifestOf(fields), 'do').confirmation.prompt
    expect(promptOf(own)).toBe('Allow desk to run do?')
    expect(promptOf({ confirmation: { prompt } })).toBe('Allow desk to run do?')
    expect(promptOf({ ...own, confirmation: { prompt: 'Go?' } })).toBe('Go?')
  })

  it('requires confirmation for an action with effect act, unless action or skill waives the confirmation', () => {
    const required = (fields: Record<string, unknown>) => actionRuleOf(manifestOf(fields), 'do').confirmation.required
    expect(required({ effects: ['act'] })).toBe(true)
    expect(required({ effects: ['read', 'act'] })).toBe(true)
    expect(required({ effects: ['act'], risk_level: 'medium', confirmation: { required: false } })).toBe(false)
    expect(required({ confirmation: { required: true } })).toBe(true)
    expect(required({ confirmation: { required: false }, actions: { do: { confirmation: { required: true } } } })).toBe(
      true,
    )
  })

  it('ignores the waiver of a read-only skill for an action with effect act', () => {
    const required = (fields: Record<string, unknown>) =>
      actionRuleOf(manifestOf({ risk_level: 'medium', ...fields }), 'pay').confirmation.required
    const reading = { effects: ['read'], confirmation: { required: false } }
    expect(required({ ...reading, actions: { pay: { effects: ['act'] } } })).toBe(true)
    expect(required({ ...reading, effects: ['act'], actions: { pay: { effects: ['act'] } } })).toBe(false)
    expect(required({ ...reading, actions: { pay: { effects: ['act'], confirmation: { required: false } } } })).toBe(
      false,
    )
  })

  it.each(['__proto__', 'constructor', 'toString'])('does not mistake %s on Object.prototype for an action', (name) => {
    expect(actionRuleOf(booking, name)).toMatchObject({ effects: ['read'], input: undefined })
  })

  it('builds a default prompt from the skill name and the action name', () => {
    expect(actionRuleOf(booking, 'cancel').confirmation.prompt).toBe('Allow desk to run cancel?')
  })
})

it('actionNamesOf lists every action with a schema or a rule, without duplicates', () => {
  const manifest = manifestOf({
    input_schema: { a: { type: 'object' }, b: { type: 'object' } },
    actions: { b: {}, c: {} },
  })
  expect(actionNamesOf(manifest)).toEqual(['a', 'b', 'c'])
})
