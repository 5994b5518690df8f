import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Prisma } from '../db/generated/client.ts'
import { readHeads } from './head-file.ts'
import { appendUnsealed, openAuditWorld, testKeys } from './testing/audit-world.ts'
import { type AuditVerdict, verifyIn } from './verify-audit-trail.ts'

const sealedRows = 9
const unsealedRows = 4

class RolledBack extends Error {}

/** A trail with a sealed and an unsealed part. Each attack is rolled back after its check. */
async function openVictim() {
  const world = await openAuditWorld()
  {
    await using trail = await world.start()
    await appendUnsealed(world.db, 4)
    await trail.follow()
    await appendUnsealed(world.db, sealedRows - 5, 4)
  }
  await appendUnsealed(world.db, unsealedRows, sealedRows)
  const heads = { name: world.path, known: await readHeads(testKeys, world.path) }
  const { id: lane } = await world.db.auditLane.findFirstOrThrow()
  const total = sealedRows + unsealedRows
  return {
    lane,
    total,
    /** The verdict after these statements. Undefined if the database refused them. */
    async after(...statements: Prisma.Sql[]): Promise<AuditVerdict | undefined> {
      let verdict: AuditVerdict | undefined
      await world.db
        .$transaction(async (tx) => {
          for (const statement of statements) await tx.$executeRaw(statement)
          verdict = await verifyIn(tx, testKeys, heads)
          throw new RolledBack()
        })
        .catch((cause: unknown) => {
          if (!(cause instanceof RolledBack) && !isRefusal(cause)) throw cause
        })
      return verdict
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

let victim: Awaited<ReturnType<typeof openVictim>>
beforeAll(async () => {
  victim = await openVictim()
})
afterAll(() => victim[Symbol.asyncDispose]())

/** Whether the database refused a statement because of a constraint or a type. */
const isRefusal = (cause: unknown): boolean => cause instanceof Error && /Raw query failed/.test(cause.message)

const sql = Prisma.sql
const name = Prisma.raw
const rowsOf = ({ findings }: AuditVerdict) => findings.map(({ row }) => row)

const textColumns = ['lane', 'actor', 'source', 'action', 'subject', 'detail', 'mac'] as const

test('an untouched trail has no finding', async () => {
  expect(await victim.after(sql`select 1`)).toMatchObject({ findings: [], rows: victim.total, sealed: sealedRows })
})

test('finds any single-byte edit of any column of any row, sealed or not, and names the row', async () => {
  const edit = fc.record({
    seq: fc.integer({ min: 1, max: victim.total }),
    column: fc.constantFrom(...textColumns),
    at: fc.nat({ max: 63 }),
    character: fc.constantFrom('a', '0', ' ', '}', 'é', '7'),
  })
  let tried = 0
  await fc.assert(
    fc.asyncProperty(edit, async ({ seq, column, at, character }) => {
      const type = column === 'detail' ? sql`::json` : sql``
      const changed = sql`overlay(${name(column)}::text placing ${character} from (${at} % length(${name(column)}::text)) + 1 for 1)`
      const isSame = sql`${name(column)}::text = ${changed}`
      const verdict = await victim.after(
        // Fails for an edit that changes nothing.
        sql`select 1 / count(*) from audit_events where seq = ${seq} and not (${isSame})`,
        sql`update audit_events set ${name(column)} = (${changed})${type} where seq = ${seq}`,
      )
      if (!verdict) return
      tried += 1
      const id = `${victim.lane}-${seq}`
      expect(rowsOf(verdict), `${column} of ${id}`).toContain(id)
    }),
    { numRuns: 80 },
  )
  expect(tried).toBeGreaterThan(40)
})

test('finds a changed time, number, actor and detail of any row', async () => {
  for (let seq = 1; seq <= victim.total; seq += 1) {
    for (const change of [
      sql`at = at + interval '1 millisecond'`,
      sql`at = at - interval '1 hour'`,
      sql`actor = case when actor is null then '' end`,
      sql`detail = (detail::text || ' ')::json`,
      sql`seq = seq + 1000`,
    ]) {
      const verdict = await victim.after(sql`update audit_events set ${change} where seq = ${seq}`)
      expect(verdict && rowsOf(verdict)).toContain(`${victim.lane}-${seq}`)
    }
  }
})

test('finds each removed row, including the last one', async () => {
  for (let seq = 1; seq <= victim.total; seq += 1) {
    const verdict = await victim.after(sql`delete from audit_events where seq = ${seq}`)
    expect(verdict && rowsOf(verdict)).toContain(`${victim.lane}-${seq}`)
    // The check also finds the row if its leaf is removed too.
    const both = await victim.after(
      sql`delete from audit_events where seq = ${seq}`,
      sql`delete from audit_leaves where seq = ${seq}`,
    )
    expect(both && rowsOf(both)).toContain(`${victim.lane}-${seq}`)
  }
})

test('finds each removed row even if the later rows are renumbered', async () => {
  for (let seq = 1; seq <= victim.total; seq += 1) {
    const verdict = await victim.after(
      sql`delete from audit_events where seq = ${seq}`,
      sql`update audit_events set seq = seq - 1 + 1000 where seq > ${seq}`,
      sql`update audit_events set seq = seq - 1000 where seq > 1000`,
    )
    expect(verdict && rowsOf(verdict)).toContain(`${victim.lane}-${seq}`)
  }
})

test('finds any two swapped rows, and reports them as reordered if both are sealed or both are unsealed', async () => {
  const place = fc.integer({ min: 1, max: victim.total })
  await fc.assert(
    fc.asyncProperty(place, place, async (one, other) => {
      fc.pre(one !== other)
      const verdict = await victim.after(
        sql`update audit_events set seq = seq + 1000 where seq = ${one}`,
        sql`update audit_events set seq = ${one} where seq = ${other}`,
        sql`update audit_events set seq = ${other} where seq = ${one + 1000}`,
      )
      const id = `${victim.lane}-${one}`
      expect(verdict && rowsOf(verdict)).toEqual(expect.arrayContaining([id, `${victim.lane}-${other}`]))
      const areNear = one > sealedRows === other > sealedRows
      if (areNear) expect(verdict?.findings.map(({ fault }) => fault)).toContain('reordered')
    }),
    { numRuns: 25 },
  )
})

test('finds an inserted copy of a row at the end of its lane, in a new lane or in the closed chain', async () => {
  const copied = (lane: string, seq: number) => sql`
    insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
    select ${lane}, ${seq}, at, actor, source, action, subject, detail, mac from audit_events where seq = 3`
  for (const [lane, seq] of [
    [victim.lane, victim.total + 1],
    [victim.lane, victim.total + 7],
    ['00000000', 1],
    ['ffffffff', 1],
    ['chain', 1],
  ] as const) {
    const verdict = await victim.after(copied(lane, seq))
    expect(verdict && rowsOf(verdict), `${lane}-${seq}`).toContain(`${lane}-${seq}`)
  }
})

test('finds any change or removal of lanes, leaves and heads', async () => {
  const attacks: [RegExp, Prisma.Sql[]][] = [
    [/counter of lane \w+ was edited/, [sql`update audit_lanes set next_seq = next_seq - 1`]],
    [/counter of lane \w+ was edited/, [sql`update audit_lanes set mac = 'x' || substr(mac, 2)`]],
    [/counter of lane \w+ was removed/, [sql`delete from audit_lanes`]],
    [
      /leaf 4 of row \w+-5 was edited/,
      [sql`update audit_leaves set hash = 'e' || substr(hash, 2) || 'x' where place = 4`],
    ],
    [/leaf 4 of row \w+-5 was edited/, [sql`update audit_leaves set mac = 'x' || substr(mac, 2) where place = 4`]],
    [/leaf 8 of row \w+-100 was edited/, [sql`update audit_leaves set seq = 100 where place = 8`]],
    [
      /leaf 3 of row \w+-5 was edited, inserted or moved/,
      [
        sql`update audit_leaves set place = 100 where place = 3`,
        sql`update audit_leaves set place = 3 where place = 4`,
        sql`update audit_leaves set place = 4 where place = 100`,
      ],
    ],
    [/leaves 3 to 3 of the tree were removed/, [sql`delete from audit_leaves where place = 3`]],
    [/the tree has 8 leaves, but a head covers 9/, [sql`delete from audit_leaves where place = 8`]],
    [
      /head of 9 rows was edited/,
      [sql`update audit_tree_heads set root = 'f' || substr(root, 2) || 'e' where size = 9`],
    ],
    [/head of 9 rows was edited/, [sql`update audit_tree_heads set at = at + interval '1 s' where size = 9`]],
    [/head of 8 rows was edited/, [sql`update audit_tree_heads set size = 8 where size = 9`]],
    [
      /head of 9 rows was edited/,
      // Decodes to the same bytes, because the last character before the padding has four unused bits.
      [
        sql`update audit_tree_heads set signature = overlay(signature placing
          chr(ascii(substr(signature, 86, 1)) + 1) from 86 for 1) where size = 9`,
      ],
    ],
    [/head of 9 rows was edited/, [sql`update audit_tree_heads set signature = signature || ' ' where size = 9`]],
    [/audit_tree was edited/, [sql`update audit_tree set size = size - 1`]],
    [/audit_tree was edited/, [sql`update audit_tree set id = 2`]],
    [/audit_tree was edited/, [sql`update audit_tree set frontier = '[]'::jsonb`]],
    [/audit_tree was edited/, [sql`insert into audit_tree select 2, size, frontier from audit_tree`]],
    [/audit_tree was removed/, [sql`delete from audit_tree`]],
    [/leaf 4 of row ffffffff-5 was edited/, [sql`update audit_leaves set lane = 'ffffffff' where place = 4`]],
    [/counter of lane \w+ was removed/, [sql`update audit_lanes set id = 'ffffffff'`]],
    [/no signed tree head covers the leaves 5 to 8/, [sql`delete from audit_tree_heads where size = 9`]],
    [
      /has 5 sealed rows, but .* covers 9: rows were removed at the end/,
      [sql`delete from audit_tree_heads where size = 9`, sql`delete from audit_leaves where place > 4`],
    ],
  ]
  for (const [said, statements] of attacks) {
    const verdict = await victim.after(...statements)
    expect(verdict?.findings.map(({ sentence }) => sentence).join('\n')).toMatch(said)
  }
})
