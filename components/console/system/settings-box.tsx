import type { ConsoleSystem, Setting } from '#lib/console/model/console-system.ts'
import { ConsoleBox } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'

const origin = { console: 'Console', environment: 'Environment', default: 'Default', unset: 'Unset' } as const

const columns: readonly Column<Setting>[] = [
  {
    header: 'Setting',
    isRowHeader: true,
    className: 'system-name',
    cell: ({ name }) => <span className="console-mono">{name}</span>,
  },
  { header: 'Value', className: 'system-value', cell: shownValue },
  { header: 'From', from: 'tablet', cell: ({ from }) => origin[from] },
]

function shownValue({ value, from, is_secret: isSecret }: Setting) {
  if (isSecret) return <span className="console-quiet">{from === 'environment' ? 'set' : 'not set'}</span>
  return value === null ? <span className="console-quiet">not set</span> : <span className="console-mono">{value}</span>
}

/** The configuration in effect. A setting that may contain a secret says only whether it is set. */
export function SettingsBox({ settings, config }: Pick<ConsoleSystem, 'settings' | 'config'>) {
  const given = settings.filter(({ from }) => from === 'environment' || from === 'console').length
  return (
    <ConsoleBox title="Configuration in effect" note={`${given} of ${settings.length} settings are set`}>
      <ConsoleTable label="Settings" columns={columns} rows={settings} idOf={({ name }) => name} />
      {config !== null && (
        <details className="system-config">
          <summary>What the configuration file narrows</summary>
          <pre className="mono">{config}</pre>
        </details>
      )}
    </ConsoleBox>
  )
}
