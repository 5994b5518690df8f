import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExecutionView } from '#components/console/executions/execution-view.tsx'
import { ExecutionParams } from '#lib/console/model/console-executions.ts'
import { WithAnswers } from '../../with-answers.tsx'

export const metadata: Metadata = { title: 'Execution' }

type Props = { params: Promise<{ id: string }> }

export default async function ExecutionDetailPage({ params }: Props) {
  const named = ExecutionParams.safeParse(await params)
  if (!named.success) notFound()
  const { id } = named.data
  return (
    <WithAnswers asked={[`/executions/${id}`]}>
      <ExecutionView id={id} />
    </WithAnswers>
  )
}
