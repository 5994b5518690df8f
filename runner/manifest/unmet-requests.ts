import type { LoadedSkill } from '../core/skill.ts'
import type { ManifestProblem } from './manifest-problem.ts'
import type { SkillFiles } from './read-folder.ts'

/** Files that ask a tool to install something, which nothing does here. */
const lists =
  /^(?:(?:dev-|test-)?requirements[\w.-]*\.(?:txt|in)|constraints\.txt|Pipfile|setup\.(?:py|cfg)|(?:environment|conda)\.ya?ml|apt(?:-packages)?\.txt|Aptfile|Brewfile|Gemfile|go\.mod|Cargo\.toml|composer\.json|pom\.xml|docker-compose\.ya?ml|compose\.ya?ml|Procfile|Makefile|install\.sh|setup\.sh)$/i
/** What of a pyproject.toml is not read: `project.dependencies` is, when the skill is installed. */
const unreadTable =
  /^\s*(?:\[(?:tool\.(?:poetry|pdm|uv|hatch)[^\]]*dep[^\]]*|project\.optional-dependencies|dependency-groups)\]|dynamic\s*=.*dependencies)/

/**
 * What files of a program ask that is not done here. The packages in the requirements.txt and pyproject.toml of a skill in
 * Python are checked when it is installed.
 */
export function unmetRequests(files: SkillFiles['files'], program: LoadedSkill['program']): readonly ManifestProblem[] {
  if (program.kind !== 'bundle' && program.kind !== 'image') return []
  const isPython = program.kind === 'bundle' && program.language === 'python'
  return [...files].flatMap(([file, content]): ManifestProblem[] => {
    const at = (line: number, message: string, remedy: string) => ({ file, line, column: 1, path: '', message, remedy })
    const lines = () =>
      Buffer.from(content)
        .toString('utf8')
        .split(/\r\n?|\n/)
    if (isPython && file === 'requirements.txt') {
      return lines().flatMap((text, index) => {
        const asked = text.replace(/(?:^|\s)#.*/, '').trim()
        if (!/^-|;/.test(asked)) return []
        return [
          at(index + 1, 'is an option or a condition, which is not read', 'name the package alone, if it is needed'),
        ]
      })
    }
    if (file === 'pyproject.toml' || (file === 'package.json' && program.kind === 'image')) {
      const line = file === 'package.json' || !isPython ? 0 : lines().findIndex((text) => unreadTable.test(text))
      if (line < 0) return []
      return [at(line + 1, 'asks for packages, and nothing installs them', 'put what the skill needs into its folder')]
    }
    if (!lists.test(file) || lines().every((text) => /^\s*(?:#|$)/.test(text))) return []
    return [at(1, 'asks for what nothing does here', 'put what the skill needs into its folder, or remove the file')]
  })
}
