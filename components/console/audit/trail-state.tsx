import type { AuditPage } from '#lib/console/model/console-audit.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Notice } from '../../ui/notice.tsx'
import { ConsoleBox, Facts } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { TravelCommand } from '../travel-command.tsx'

/** One altered tree may cause a hundred problems; the command `audit verify` lists all of them. */
const maxShown = 5

/** How far the audit trail is sealed, its problems, and the commands that verify it. */
export function TrailState({ head, problems }: Pick<AuditPage, 'head' | 'problems'>) {
  return (
    <ConsoleBox title="Seal" note={head === null ? 'nothing is sealed yet' : `${counted(head.size, 'row')} sealed`}>
      {problems.slice(0, maxShown).map((problem) => (
        <Notice key={problem} tone="stop">
          <b>The trail was altered:</b> {problem}.
        </Notice>
      ))}
      <Facts
        facts={{
          'Last signed head':
            head === null ? (
              'None'
            ) : (
              <>
                {counted(head.size, 'row')}, <Moment at={head.at} />
              </>
            ),
          'Found wrong':
            problems.length === 0
              ? 'Nothing since the app started. It checks new rows; the command checks all.'
              : `${counted(problems.length, 'problem')}${problems.length > maxShown ? `, of which the first ${maxShown} are above` : ''}. Check every row now.`,
          'Check every row': <TravelCommand words="audit verify" />,
        }}
      />
    </ConsoleBox>
  )
}
