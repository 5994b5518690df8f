import type { PlannedSkill } from '#lib/console/model/console-install.ts'
import { isAgainst } from '#lib/console/model/second-opinion.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { tiers } from '#runner/contract/operations/descriptor.ts'
import { permissions as descriptors } from '#runner/contract/operations/host-operations.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconNamed, moreIcons } from '../../ui/more-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { BoxSubject, ConsoleBox, Facts } from '../console-page.tsx'
import { Findings, GateBox } from '../skills/gate-box.tsx'
import { InheritanceBox } from '../skills/inheritance-box.tsx'
import { TierBadge } from '../skills/verdict.tsx'
import { Changes } from './changes.tsx'
import { type Choice, isRefused } from './grants.ts'

interface PlannedSkillProps {
  skill: PlannedSkill
  /** Absent: there is nothing to choose. */
  choice?: Choice
}

/** One skill of a plan: what it may do, what the gates found, and where it comes from. */
export function PlannedSkillView({ skill, choice }: PlannedSkillProps) {
  const { name, version, description, tier, installed, is_requested, was_rolled_back, is_lower, is_prompt, runtimes } =
    skill
  return (
    <section className="console-stack" aria-label={`${name} ${version}`}>
      <h2 className="planned-title row-wrap">
        {installed === null ? `${name} ${version}` : `${name} ${installed.version} to ${version}`}{' '}
        <TierBadge tier={tier} />
      </h2>
      {!is_requested && <Notice>It comes along only because another skill of this installation needs it.</Notice>}
      {was_rolled_back && <Notice tone="warn">You returned from this release to the installed one.</Notice>}
      {!is_prompt && runtimes.length === 0 && (
        <Notice tone="warn" icon="warn">
          It will not run: skills of this tier may not use any of the runtimes that it names.
        </Notice>
      )}
      {is_lower && <Notice tone="warn">This version is lower than the installed one.</Notice>}
      {installed !== null && tiers.indexOf(tier) > tiers.indexOf(installed.tier) && (
        <Notice tone="warn">
          Its tier becomes {tier}. The installed version is {installed.tier}, and may do more.
        </Notice>
      )}
      <BoxSubject value={name}>
        <div className="profile-columns">
          <div className="console-stack">
            <section className="console-box" aria-label={`About ${name}`}>
              <p className="console-text">{description}</p>
              <Facts className="fact-row" facts={factsOf(skill)} />
            </section>
            <Permissions skill={skill} {...(choice && { choice })} />
            <InheritanceBox skill={skill} />
            {installed !== null && <Changes skill={skill} />}
            {skill.findings.filter(isAgainst).length + skill.chains.length > 0 && <Findings page={skill} />}
          </div>
          <div className="console-stack">
            <GateBox page={{ ...skill, refusal: null }} />
            <Origin skill={skill} />
            <Relations skill={skill} />
          </div>
        </div>
      </BoxSubject>
    </section>
  )
}

function factsOf({ author, capability, runtimes, is_prompt, limits }: PlannedSkill) {
  const limit = (name: string) => limits.find((row) => row.limit === name)?.effective
  return {
    Author: author ?? 'Unknown',
    'Runs in': is_prompt ? 'Nothing: agents read it' : runtimes.join(', ') || 'Nothing, in this tier',
    'Used by': capability === null ? 'Those who name it' : `Every search for ${capability}`,
    Limits:
      !is_prompt &&
      `${(limit('timeout_ms') ?? 0) / 1000} s, ${limit('memory_mb')} MB, ${limit('fuel')?.toLocaleString('en')} fuel`,
  }
}

function Permissions({ skill, choice }: PlannedSkillProps) {
  const { name, permissions, no_longer, installed, is_prompt } = skill
  const isUpdate = installed !== null
  const added = permissions.filter(({ is_new }) => is_new).length
  return (
    <ConsoleBox
      title="What it may do, from now on"
      note={isUpdate ? `${added} more, ${no_longer.length} less` : counted(permissions.length, 'permission')}
    >
      <ul className="capability-list">
        {permissions.map(({ permission, item, from, is_new, approved, effective, reason }) => {
          const grant = { skill: name, permission, item }
          return (
            <PermissionItem
              key={`${permission} ${item}`}
              permission={permission}
              item={item}
              mark={
                !approved
                  ? { tone: 'console-quiet', text: 'Stays revoked' }
                  : isUpdate && is_new
                    ? { tone: 'console-due', text: '+ New' }
                    : undefined
              }
              from={from}
              note={approved && !effective ? reason : null}
              {...(approved &&
                choice && {
                  isAllowed: !isRefused(choice.refused, grant),
                  onAllow: (isAllowed) => choice.onChoose(grant, isAllowed),
                })}
            />
          )
        })}
        {no_longer.map(({ permission, item }) => (
          <PermissionItem
            key={`gone ${permission} ${item}`}
            permission={permission}
            item={item}
            mark={{ tone: 'console-quiet', text: '− Gone' }}
            from={[]}
            note={null}
          />
        ))}
      </ul>
      <p className="gate-note soft-xs">
        {permissions.length === 0
          ? is_prompt
            ? 'It has no code: agents read its text.'
            : 'It asks for nothing: it only computes.'
          : `Not: ${notAsked(permissions).join(', ')}. It never sees the value of a key.`}
      </p>
    </ConsoleBox>
  )
}

/** What a skill may not do, in few words. */
function notAsked(permissions: PlannedSkill['permissions']): string[] {
  const asks = (kind: string) => permissions.some(({ permission }) => permission.startsWith(kind))
  return [
    asks('network') ? 'other hosts' : 'any host',
    ...[['exec', 'programs'] as const, ['filesystem', 'files'] as const, ['messages', 'messages'] as const].flatMap(
      ([kind, text]) => (asks(kind) ? [] : [text]),
    ),
  ]
}

interface PermissionItemProps {
  permission: PlannedSkill['permissions'][number]['permission']
  item: string
  mark: { tone: 'console-due' | 'console-quiet'; text: string } | undefined
  /** The ancestors that ask for it. */
  from: readonly string[]
  /** Why it has no effect although it is approved. */
  note: string | null
  /** Absent: there is nothing to choose. */
  isAllowed?: boolean
  onAllow?: (isAllowed: boolean) => void
}

function PermissionItem({ permission, item, mark, from, note, isAllowed = true, onAllow }: PermissionItemProps) {
  const { icon, verb, detail, effect } = descriptors[permission]
  const withItem = (text: string) => text.replaceAll('{item}', () => item)
  return (
    <li className={classes('capability', mark?.tone === 'console-due' && 'is-waiting')}>
      <Icon name={iconNamed(icon)} />
      <div>
        <b>{withItem(verb)}</b>
        <p>{withItem(isAllowed ? detail : effect)}</p>
        {from.length > 0 && <p className="console-quiet">Asked for by {from.join(', ')}.</p>}
        {note !== null && <p className="console-due">Without effect here. {note}</p>}
      </div>
      <span className={mark?.tone}>{mark?.text}</span>
      {onAllow && (
        <label className="grant-choice row">
          <input
            type="checkbox"
            aria-label={`Allow: ${withItem(verb)}`}
            checked={isAllowed}
            onChange={(event) => onAllow(event.target.checked)}
          />
          Allow
        </label>
      )}
    </li>
  )
}

const Origin = ({ skill: { source, commit, digest, license, publisher, credentials } }: { skill: PlannedSkill }) => (
  <ConsoleBox title="Where it comes from">
    <Facts
      className="console-facts side-facts"
      facts={{
        Source: <span className="console-mono">{source}</span>,
        Commit: commit !== null && <span className="console-mono">{commit}</span>,
        Digest: <span className="console-mono">sha256:{digest}</span>,
        Signature:
          publisher === null ? (
            <Badge tone="warn" icon="warn">
              Not signed
            </Badge>
          ) : (
            <>
              <Badge tone="ok" icon={moreIcons.shield}>
                Signed and checked
              </Badge>{' '}
              <span className="console-mono">ed25519 {publisher}</span>
            </>
          ),
        License: license ?? 'Unknown',
        Keys:
          credentials.length > 0 &&
          credentials.map(({ secret, kind, host }) => (
            <p key={`${secret} ${host}`}>
              <span className="console-mono">{secret}</span> as {kind.replaceAll('_', ' ')}, only for {host}
            </p>
          )),
      }}
    />
  </ConsoleBox>
)

const Relations = ({ skill: { needs, needed_by, conflicts } }: { skill: PlannedSkill }) => (
  <ConsoleBox title="Other skills">
    <Facts
      className="console-facts side-facts"
      facts={{
        Needs: needs.map(({ name, range }) => `${name} ${range ?? '(parent)'}`).join(', ') || 'None',
        'Needed by': needed_by.join(', ') || 'None',
        'Conflicts with': conflicts.join(', ') || 'None',
      }}
    />
  </ConsoleBox>
)
