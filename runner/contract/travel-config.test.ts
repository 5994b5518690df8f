import { describe, expect, test } from 'vitest'
import type { Trust } from './principal.ts'
import { TravelConfig } from './travel-config.ts'

describe('the configuration of the RFC', () => {
  test('loads, with dm for both sources of direct messages', () => {
    const file = {
      safeExecution: {
        enabled: true,
        defaultTrust: { main: 'full', dm: 'write', group: 'llm', public: 'network' },
        allowedHosts: ['api.example.com', 'tides.example.org'],
        fuelBudget: { default: 900, llm: 1800, shell: 1500 },
        auditLog: true,
      },
    }
    expect(TravelConfig.parse(file).safeExecution).toEqual({
      ...file.safeExecution,
      defaultTrust: {
        main: 'full',
        'dm-approved': 'write',
        'dm-unknown': 'network',
        group: 'llm',
        public: 'network',
      },
    })
  })

  const lowered: readonly (readonly [object, Trust | undefined, Trust | undefined])[] = [
    [{ dm: 'none' }, 'none', 'none'],
    [{ dm: 'llm' }, 'llm', 'network'],
    [{ dm: 'write', 'dm-unknown': 'none' }, 'write', 'none'],
    [{ dm: 'network', 'dm-approved': 'llm' }, 'llm', 'network'],
    [{}, undefined, undefined],
  ]
  test.each(lowered)('%j gives known senders %s and strangers %s', (defaultTrust, known, unknown) => {
    const { safeExecution, skills } = TravelConfig.parse({
      safeExecution: { defaultTrust },
      skills: { tides: { defaultTrust } },
    })
    for (const trust of [safeExecution.defaultTrust, skills.tides?.defaultTrust]) {
      expect([trust?.['dm-approved'], trust?.['dm-unknown']]).toEqual([known, unknown])
    }
  })

  test.each(['full', 'all'])('rejects dm: %s, which no direct message has', (dm) => {
    const parsed = TravelConfig.safeParse({ safeExecution: { defaultTrust: { dm } } })
    expect(parsed.error?.issues).toMatchObject([{ path: ['safeExecution', 'defaultTrust', 'dm'] }])
  })
})
