import type { ConsoleSkillPage, PolicyRow } from '#lib/console/model/console-skill.ts'
import { classes } from '../../ui/classes.ts'
import { ScrollBox, TableHead } from '../console-table.tsx'

const columns = [
  ['requested', 'Requested'],
  ['approved', 'Approved'],
  ['tier', 'Tier'],
  ['source', 'Source'],
  ['config', 'Config'],
  ['effective', 'Effective'],
] as const

const labelOf = ({ permission, item }: PolicyRow): string => (item === '' ? permission : `${permission} ${item}`)

/**
 * The permissions in each set of requested ∩ approved ∩ tier ∩ source ∩ config, and the effective ones. The list below
 * gives the reason for each denied permission.
 */
export function PolicyTable({ page }: { page: ConsoleSkillPage }) {
  const { permissions, limits } = page
  const denied = permissions.filter(({ reason }) => reason !== null)
  const lowered = limits.filter(({ lowered_by }) => lowered_by.length > 0)
  return (
    <>
      <ScrollBox label="Decisions">
        <table className="console-table policy-table">
          <TableHead columns={[{ header: 'Permission' }, ...columns.map(([, header]) => ({ header }))]} />
          <tbody>
            {permissions.map((row) => (
              <tr key={labelOf(row)}>
                <th scope="row" className="console-mono">
                  {labelOf(row)}
                </th>
                {columns.map(([name]) => (
                  <td key={name}>
                    <Dot isIn={row[name]} isResult={name === 'effective'} />
                  </td>
                ))}
              </tr>
            ))}
            {limits.map(({ limit, requested, effective, lowered_by }) => (
              <tr key={limit}>
                <th scope="row" className="console-mono">
                  {limit}
                </th>
                <td>{requested.toLocaleString('en')}</td>
                <td colSpan={4} className="console-quiet">
                  {lowered_by.length > 0 ? `Lowered by ${lowered_by.join(', ')}` : 'As requested'}
                </td>
                <td>
                  <b>{effective.toLocaleString('en')}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <ul className="policy-reasons soft">
        {denied.length + lowered.length === 0 && <li>Everything that it asks for is effective.</li>}
        {denied.map((row) => (
          <li key={labelOf(row)}>{row.reason}</li>
        ))}
      </ul>
    </>
  )
}

/** Filled: the permission is in this set; open: it is not. */
const Dot = ({ isIn, isResult }: { isIn: boolean; isResult: boolean }) => (
  <span className={classes('policy-dot', isIn && 'is-in', isResult && 'is-result')}>
    <span className="sr-only">{isIn ? 'yes' : 'no'}</span>
  </span>
)
