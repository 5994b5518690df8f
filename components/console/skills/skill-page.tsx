'use client'

import { useState } from 'react'
import * as z from 'zod'
import { showChange, useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { useSkill } from '#lib/console/client/use-skill.ts'
import { SkillOrigin } from '#lib/console/model/console-install.ts'
import { ConsoleSkillPage, firstSource } from '#lib/console/model/console-skill.ts'
import { Source, sources } from '#runner/contract/principal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Actor } from '../actor.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, ConsolePage, type DoneNote, Facts, Saying } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
import { CapabilityRow } from './capability-row.tsx'
import { Findings, GateBox } from './gate-box.tsx'
import { InheritanceBox } from './inheritance-box.tsx'
import { OriginBox } from './origin-box.tsx'
import { PolicyTable } from './policy-table.tsx'
import { RelationsBox } from './relations-box.tsx'
import { EnabledMark, tierTexts } from './verdict.tsx'

/** A skill: its permissions, the reasons for denied ones, and the findings of the gates. */
export function SkillPage({ name }: { name: string }) {
  const [source, setSource] = useState<Source>(firstSource)
  const query = useSkill(name, source)
  const change = useConsoleChange(z.object({ is_enabled: z.boolean() }), `/skills/${name}/switch`, {
    body: (isEnabled: boolean) => ({ is_enabled: isEnabled }),
    shows: showChange(`/skills/${name}`, ConsoleSkillPage, (page, is_enabled: boolean) => ({ ...page, is_enabled })),
  })
  const [isAsking, setIsAsking] = useState(false)
  const page = query.data
  const switchTo = (isEnabled: boolean, say: (note: DoneNote) => void) =>
    change.mutate(isEnabled, {
      onSuccess({ is_enabled }) {
        setIsAsking(false)
        say({
          sentence: `${name} is ${is_enabled ? 'enabled' : 'disabled'} now.`,
          undo: () => change.mutateAsync(!is_enabled),
        })
      },
    })
  return (
    <ConsolePage
      parent={{ href: '/console/skills', text: 'Skills' }}
      title={
        <>
          {name} {page && <Badge>{tierTexts[page.tier]}</Badge>}
        </>
      }
      end={
        page && (
          <>
            <EnabledMark isEnabled={page.is_enabled} />
            <Saying>
              {(say) => (
                <ActionButton
                  size="sm"
                  isOff={change.isPending || (!page.is_enabled && page.refusal !== null)}
                  onClick={() => (page.is_enabled ? setIsAsking(!isAsking) : switchTo(true, say))}
                >
                  {page.is_enabled ? 'Disable skill' : 'Enable skill'}
                </ActionButton>
              )}
            </Saying>
          </>
        )
      }
    >
      {isAsking ? (
        <Saying>
          {(say) => (
            <RevokeQuestion
              question={`Disable ${name}?`}
              what="skill"
              verb={{ do: 'Disable', doing: 'Disabling', done: 'disabled' }}
              request={change}
              onKeep={() => setIsAsking(false)}
              onRevoke={() => switchTo(false, say)}
            >
              No search and no agent can call it until you enable it again.
            </RevokeQuestion>
          )}
        </Saying>
      ) : (
        <Failure error={change.error}>{name} was not switched.</Failure>
      )}
      <QueryState query={query} name="The skill" wayOut={{ href: '/console/skills', text: 'All skills' }}>
        {(answer) => <Loaded page={answer} source={source} onSource={setSource} />}
      </QueryState>
    </ConsolePage>
  )
}

interface LoadedProps {
  page: ConsoleSkillPage
  source: Source
  onSource: (source: Source) => void
}

function Loaded({ page, source, onSource }: LoadedProps) {
  const asked = page.permissions.filter(({ requested }) => requested)
  const approved = asked.filter((row) => row.approved).length
  const origin = useConsoleQuery(SkillOrigin, `/skills/${page.name}/origin`)
  return (
    <div className="profile-columns">
      <div className="console-stack">
        <section className="console-box" aria-label="About">
          <p className="console-text">{page.description}</p>
          <Facts
            className="fact-row"
            facts={{
              Version: page.version,
              Capability: page.capability ?? 'None',
              Risk: page.risk_level,
              Effects: page.effects.join(', '),
              'Runs in': page.runtimes.effective.join(', ') || 'Nothing here',
            }}
          />
        </section>
        <ConsoleBox title="What it asks for" note={`${approved} of ${asked.length} approved`}>
          {asked.length === 0 && <p className="console-empty">Nothing: it only computes.</p>}
          <ul className="capability-list">
            {asked.map((row) => (
              <CapabilityRow key={`${row.permission} ${row.item}`} skill={page} row={row} />
            ))}
          </ul>
        </ConsoleBox>
        <InheritanceBox skill={page} />
        <ConsoleBox title="What it may do" note="requested ∩ approved ∩ tier ∩ source ∩ config">
          <div className="console-text">
            <SourceSelect value={source} onChange={onSource} />
            <Runs page={page} />
          </div>
          <PolicyTable page={page} />
        </ConsoleBox>
        <Findings page={page} />
        {origin.data && <RelationsBox name={page.name} origin={origin.data} />}
        <ConsoleBox title="Versions">
          <ConsoleTable columns={versionColumns} rows={page.versions} idOf={({ digest }) => digest} />
        </ConsoleBox>
      </div>
      <div className="console-stack">
        <GateBox page={page} />
        {origin.data?.origin && <OriginBox name={page.name} origin={origin.data.origin} />}
        <Decisions decisions={page.decisions} />
      </div>
    </div>
  )
}

/** Whether the skill's actions may run for the chosen source, and the reason if one may not. */
function Runs({ page: { actions, trust, is_enabled } }: { page: ConsoleSkillPage }) {
  const refused = actions.filter(({ may_run }) => !may_run)
  return (
    <>
      <p className="quiet">
        It needs the trust “{trust.needed}”; these requests have “{trust.held}”.
        {!is_enabled && ' It is disabled, so it does not run at all.'}
      </p>
      {refused.map(({ name, reason }) => (
        <Notice key={name} tone="stop">
          {name === '*' ? 'Requests are refused.' : <b>{name} is refused.</b>} {reason}
        </Notice>
      ))}
    </>
  )
}

const versionColumns: readonly Column<ConsoleSkillPage['versions'][number]>[] = [
  {
    header: 'Version',
    isRowHeader: true,
    cell: ({ version, is_current }) => (
      <>
        {version} {is_current && <Badge tone="ok">In use</Badge>}
      </>
    ),
  },
  { header: 'Since', cell: ({ since }) => <Moment at={since} /> },
  { header: 'Digest', className: 'console-mono', cell: ({ digest }) => digest.slice(0, 12) },
]

const decisionTexts: Readonly<Record<string, string>> = {
  'release.approved': 'Approved version',
  'permission.approved': 'Approved',
  'permission.revoked': 'Revoked',
  'skill.enabled': 'Enabled',
  'skill.disabled': 'Disabled',
  'skill.updated': 'Updated to',
  'skill.installed': 'Installed',
  'skill.rolled_back': 'Rolled back to',
  'skill.removed': 'Removed',
}

const Decisions = ({ decisions }: Pick<ConsoleSkillPage, 'decisions'>) => (
  <ConsoleBox title="Recent decisions">
    {decisions.length === 0 && <p className="console-empty">None yet.</p>}
    <ul className="gate-list">
      {decisions.map(({ action, about, at, by }) => (
        <li key={`${at} ${action} ${about}`}>
          <Icon name={/revoked|disabled/.test(action) ? 'minus' : 'check'} small />
          <b>
            {decisionTexts[action] ?? action} {about}
          </b>
          <span>
            <Actor by={by} />, <Moment at={at} />
          </span>
        </li>
      ))}
    </ul>
  </ConsoleBox>
)

const texts: Readonly<Record<Source, string>> = {
  main: 'the operator (main)',
  'dm-approved': 'an approved direct message or a traveler (dm-approved)',
  group: 'a group (group)',
  'dm-unknown': 'an unknown direct message (dm-unknown)',
  public: 'a guest (public)',
}

/** Chooses the source of requests for which the policy table applies. */
export function SourceSelect({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  return (
    <label className="source-select row-wrap">
      For requests from
      <select
        className="field-input"
        value={value}
        onChange={(event) => {
          const chosen = Source.safeParse(event.target.value)
          if (chosen.success) onChange(chosen.data)
        }}
      >
        {sources.map((source) => (
          <option key={source} value={source}>
            {texts[source]}
          </option>
        ))}
      </select>
    </label>
  )
}
