import type { Prisma, Proposal } from '#lib/platform/server/db/generated/client.ts'
import { cursorOf, cutPage, readAfter } from '#lib/platform/server/db/pages.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ConsoleProposalPage } from '../../model/console-profile.ts'
import { beyond, latestFirst } from './profile-state.ts'
import { proposalView } from './read-profile.ts'

/** The proposals of a profile in a view, the oldest first: all that wait for a decision, and the latest others. */
export type ShownProposals = {
  readonly shown: readonly Proposal[]
  /** The number of all proposals. */
  readonly total: number
  /** The cursor of the page with older proposals. Null: there are none. */
  readonly older: string | null
}

/** The maximum of proposals that no longer wait for a decision, in a view and on a page. */
const pageSize = 20

const cursorAfter = ({ createdAt, id }: Proposal) => cursorOf(createdAt, id)

type Row = Proposal & { readonly isWaiting: boolean; readonly total: number }

/** All proposals of a profile that wait for a decision, and the latest of the others, the oldest first. */
export async function readProposals(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  profileId: string,
  now: Date,
): Promise<ShownProposals> {
  const shown = await tx.$queryRaw<Row[]>`
    select id, profile_id as "profileId", key, host, places, description, state::text, created_at as "createdAt",
      expires_at as "expiresAt", decided_at as "decidedAt", "isWaiting", total
    from (
      select *, count(*) over ()::int as total,
        row_number() over (partition by "isWaiting" order by created_at desc, id desc) as place
      from (
        select *, state = 'pending' and expires_at > ${now} as "isWaiting"
        from proposals where profile_id = ${profileId}
      ) as own
    ) as placed
    where "isWaiting" or place <= ${pageSize}
    order by created_at, id`
  const total = shown[0]?.total ?? 0
  const oldest = shown.find(({ isWaiting }) => !isWaiting)
  return { shown, total, older: oldest && shown.length < total ? cursorAfter(oldest) : null }
}

/** The proposals that no longer wait for a decision and are older than the cursor `after`, the latest first. */
export async function listOlderProposals(
  tx: Pick<Prisma.TransactionClient, 'proposal'>,
  profileId: string,
  after: string,
  now: Date,
): Promise<Outcome<ConsoleProposalPage>> {
  const from = readAfter(after, /^prop_\w{1,64}$/)
  if (!from.ok) return from
  const rows = await tx.proposal.findMany({
    where: {
      profileId,
      AND: [{ OR: [{ state: { not: 'pending' } }, { expiresAt: { lte: now } }] }, beyond(from.value)],
    },
    orderBy: latestFirst,
    take: pageSize + 1,
  })
  const { shown, next } = cutPage(rows, pageSize, cursorAfter)
  return { ok: true, value: { proposals: shown.map((row) => proposalView(row, now)), next } }
}
