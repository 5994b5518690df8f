import type { Prisma } from '../db/generated/client.ts'

/**
 * Whether an operator is left when this person is no operator any more. Locks all operators until the transaction ends:
 * of two people who are taken away at once, the second is counted without the first.
 */
export async function leavesAnOperator(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  const operators = await tx.$queryRaw<{ id: string }[]>`
    select id from users where role = 'operator' and disabled_at is null order by id for no key update`
  return operators.some(({ id }) => id !== userId) || operators.length === 0
}
