import type { DatabaseClient } from '#lib/platform/server/db/client.ts'

/** The handshakes of sessions, with which any process can go on with a session. */
export type SessionStore = {
  keep(id: string, principalId: string, handshake: string): Promise<void>
  /** The handshake of the key's session. Undefined: there is none, or it was not looked for in a day. */
  find(id: string, principalId: string): Promise<string | undefined>
  drop(id: string): Promise<void>
}

const keptMs = 24 * 60 * 60_000
/** A usual handshake has less than 1 KB. A session with a longer one stays in its process. */
const mostCharacters = 16 * 1024
const mostOfOneKey = 50

export const createSessionStore = ({ mcpSession }: Pick<DatabaseClient, 'mcpSession'>): SessionStore => ({
  async keep(id, principalId, handshake) {
    if (handshake.length > mostCharacters) return
    await mcpSession.createMany({ data: [{ id, principalId, handshake }] })
    const older = await mcpSession.findMany({
      where: { principalId },
      orderBy: { usedAt: 'desc' },
      skip: mostOfOneKey,
      select: { id: true },
    })
    if (older.length > 0) await mcpSession.deleteMany({ where: { id: { in: older.map((one) => one.id) } } })
  },
  async find(id, principalId) {
    const where = { id, principalId, usedAt: { gt: new Date(Date.now() - keptMs) } }
    const [row] = await mcpSession.updateManyAndReturn({ where, data: { usedAt: new Date() } })
    return row?.handshake
  },
  async drop(id) {
    await mcpSession.deleteMany({ where: { id } })
  },
})

/** Deletes the sessions that no process was asked for in a day. */
export async function forgetSessions({ mcpSession }: Pick<DatabaseClient, 'mcpSession'>): Promise<void> {
  await mcpSession.deleteMany({ where: { usedAt: { lte: new Date(Date.now() - keptMs) } } })
}
