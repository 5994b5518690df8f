'use client'

import { useSkills } from '#lib/client/console/use-skills.ts'
import type { ConsoleSkills } from '#lib/shared/console-skill.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { ConsolePage } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'
import { LeftOut } from './left-out.tsx'
import { Providers } from './providers.tsx'
import { EnabledMark, tierTexts, VerdictMark } from './verdict.tsx'

/** Every installed skill, with the verdict of the gates. */
export function SkillsPage() {
  const query = useSkills()
  return (
    <ConsolePage title="Skills">
      <p className="console-note">The gates check each release before it may run. What runs is held by the sandbox.</p>
      <QueryState query={query} name="Skills">
        {(answer) => (
          <>
            <LeftOut problems={answer.left_out} areAll={answer.skills.length === 0} />
            {answer.skills.length === 0 && answer.left_out.length === 0 && (
              <section className="console-box console-empty" aria-label="No skills">
                <p>
                  <b>No skill is installed.</b> Add a folder to <span className="mono">skills/</span> and name it in{' '}
                  <span className="mono">skills/SKILL_MANIFEST.json</span>.
                </p>
              </section>
            )}
            {answer.skills.length > 0 && <SkillTable skills={answer.skills} />}
            {answer.providers.length > 0 && <Providers providers={answer.providers} />}
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

const SkillTable = ({ skills }: Pick<ConsoleSkills, 'skills'>) => (
  <section className="console-box" aria-label="Skills">
    <table className="console-table">
      <thead>
        <tr>
          <th>Skill</th>
          <th className="is-second">Version</th>
          <th className="is-second">Tier</th>
          <th>State</th>
          <th>Gates</th>
          <th className="is-third">Findings</th>
        </tr>
      </thead>
      <tbody>
        {skills.map((skill) => (
          <tr key={skill.name}>
            <th scope="row">
              <PageLink className="profile-link" href={`/console/skills/${skill.name}`}>
                {skill.name}
              </PageLink>
              <small>{skill.description}</small>
            </th>
            <td className="is-second">{skill.version}</td>
            <td className="is-second">{tierTexts[skill.tier]}</td>
            <td>
              <EnabledMark isEnabled={skill.is_enabled} />
            </td>
            <td>
              <VerdictMark verdict={skill.verdict} />
            </td>
            <td className="is-third">{skill.findings_count === 0 ? 'None' : skill.findings_count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
