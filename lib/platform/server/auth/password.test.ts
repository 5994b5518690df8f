import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPasswords, scryptCost } from './password.ts'

const cheap = { ln: 4, r: 8, p: 1 }
const applicant = { address: '198.51.100.7', account: 'ana@example.com' }

/** Hashes and verifies at this cost for one client. A test awaits each call, so the queue refuses none. */
function passwordsAt(cost = cheap) {
  const { hash, verify } = createPasswords({ randomBytes, cost })
  return {
    async hash(password: string): Promise<string> {
      const hashed = await hash(password, applicant)
      return hashed.ok ? hashed.text : ''
    },
    verify: (password: string, kept: string | null) => verify(password, kept, applicant),
  }
}

describe('createPasswords', () => {
  it('stores scrypt’s cost, salt and hash, with 2^17 blocks by default', async () => {
    expect(await passwordsAt().hash('a long enough one')).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(scryptCost).toEqual({ ln: 17, r: 8, p: 1 })
  })

  it('hashes and verifies at the real cost', async () => {
    const real = passwordsAt(scryptCost)
    const made = await createPasswords({ randomBytes }).hash('a long enough one', applicant)
    const kept = made.ok ? made.text : ''
    expect(kept).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/)
    expect(await real.verify('a long enough one', kept)).toEqual({ ok: true, outdated: false })
  })

  it('never stores the same text twice for one password', async () => {
    expect(await passwordsAt().hash('same password')).not.toBe(await passwordsAt().hash('same password'))
  })

  it('accepts the password that was hashed and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), async (password, other) => {
        const kept = await passwordsAt().hash(password)
        expect(await passwordsAt().verify(password, kept)).toEqual({ ok: true, outdated: false })
        const same = password.normalize('NFKC') === other.normalize('NFKC')
        expect((await passwordsAt().verify(other, kept)).ok).toBe(same)
      }),
      { numRuns: 40 },
    )
  })

  it('accepts a password in any Unicode normal form', async () => {
    const kept = await passwordsAt().hash('cafe\u0301 del mar')
    expect((await passwordsAt().verify('caf\u00e9 del mar', kept)).ok).toBe(true)
  })

  it.each([
    { ...cheap, ln: 5 },
    { ...cheap, ln: 10 },
    { ...cheap, ln: 1 },
    { ...cheap, r: 16 },
    { ...cheap, r: 1 },
    { ...cheap, p: 16 },
  ])('reports a hash of another cost as outdated: %j', async (cost) => {
    const kept = await passwordsAt(cost).hash('a long enough one')
    expect(await passwordsAt().verify('a long enough one', kept)).toEqual({ ok: true, outdated: true })
  })

  it.each([
    { ...cheap, r: 17 },
    { ...cheap, p: 17 },
  ])('verifies no password at a cost above the bounds: %j', async (cost) => {
    const kept = await passwordsAt(cost).hash('a long enough one')
    expect(await passwordsAt().verify('a long enough one', kept)).toEqual({ ok: false })
  })

  it.each([
    null,
    '',
    'plain text',
    '$scrypt$ln=99,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=0,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=21,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=4,r=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('verifies no password against the invalid stored text %j', async (kept) => {
    expect(await passwordsAt().verify('anything at all', kept)).toEqual({ ok: false })
  })

  it('limits the waiting hashes, and refuses only requests of the address that has too many', async () => {
    const { hash, verify } = createPasswords({ randomBytes, cost: cheap })
    const many = Array.from({ length: 100 }, () => verify('a long enough one', null, applicant))
    const elsewhere = verify('a long enough one', null, { ...applicant, address: '203.0.113.9' })
    const verdicts = await Promise.all(many)
    expect(await elsewhere).toEqual({ ok: false })
    const refused = verdicts.filter((verdict) => 'retryAfterMs' in verdict)
    expect(refused).toHaveLength(89)
    expect(refused[0]).toEqual({ ok: false, retryAfterMs: 5_000 })
    const hashed = await Promise.all(Array.from({ length: 20 }, () => hash('a long enough one', applicant)))
    expect(hashed.filter(({ ok }) => !ok)).toContainEqual({ ok: false, retryAfterMs: 5_000 })
    // The queue has room again.
    expect(await verify('a long enough one', null, applicant)).toEqual({ ok: false })
    expect(await hash('a long enough one', applicant)).toMatchObject({ ok: true })
  })
})
