import type { Env } from '#lib/platform/server/env/env.ts'
import { instanceUrlOf } from '#lib/platform/server/http/origin.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ProfileTemplate } from '../../model/profile-template.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { ScriptLanguages } from '../scripts/script-languages.ts'
import { callerOf } from './agent-call.ts'
import { mayCreateProfile, type ProfileDoor } from './may-create-profile.ts'
import { skillDocument } from './skill-document.ts'

type Services = {
  readonly env: Pick<Env, 'publicUrl'>
  readonly profiles: Pick<Profiles, 'read'>
  readonly profileDoor: ProfileDoor
  readonly profileTemplates: readonly ProfileTemplate[]
  readonly scriptLanguages: Pick<ScriptLanguages, 'available'>
}

/** The skill document for the caller. If a header of the request names a profile, describes this profile. */
export async function describeInstance(
  request: Request,
  { env, profiles, profileDoor, profileTemplates: templates, scriptLanguages }: Services,
): Promise<Outcome<string>> {
  const caller = callerOf(request.headers, 'by-id')
  if (!caller.ok) return caller
  const { profileToken } = caller.value
  const profile = profileToken === undefined ? undefined : await profiles.read(profileToken)
  if (profile?.ok === false) return profile
  const document = skillDocument({
    instanceUrl: instanceUrlOf(request, env.publicUrl),
    languages: await scriptLanguages.available(),
    needsSetupCode: !mayCreateProfile(request.headers, profileDoor).ok,
    templates,
    ...(profile === undefined ? {} : { profile: profile.value }),
  })
  return { ok: true, value: document }
}
