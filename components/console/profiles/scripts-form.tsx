import { useState } from 'react'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { type ProfileScripts, PythonRuntime } from '#lib/agents/model/profile-schema.ts'
import { useChangeProfile } from '#lib/console/client/use-profiles.ts'
import { languageNames, ScriptLanguage } from '#runner/contract/script-language.ts'
import { ConsoleForm, SelectField, unsavedFields } from '../console-form.tsx'
import { Facts, useDone } from '../console-page.tsx'
import { useReportUnsaved } from './unsaved-forms.tsx'

const runtimeTexts: Readonly<Record<ProfileScripts['python_runtime'], string>> = {
  python: 'Here, or in a container if an import needs it',
  container: 'Always in a container (needs Docker)',
}

const lookalikes = {
  masked: 'Masked, as in logs',
  shown: 'Shown',
}

/** How the scripts of the profile run. This can be changed in every state, because it gives them no access to anything. */
export function ScriptsForm({ profile: { id, scripts } }: { profile: ConsoleProfile }) {
  const say = useDone()
  const change = useChangeProfile(id)
  // What is chosen, until it is saved.
  const [chosen, setChosen] = useState<Partial<ProfileScripts>>({})
  const shown = { ...scripts, ...chosen }
  const changed = {
    ...(shown.language === scripts.language ? {} : { language: shown.language }),
    ...(shown.python_runtime === scripts.python_runtime ? {} : { python_runtime: shown.python_runtime }),
    ...(shown.shows_lookalikes === scripts.shows_lookalikes ? {} : { shows_lookalikes: shown.shows_lookalikes }),
  }
  const isChanged = Object.keys(changed).length > 0
  useReportUnsaved('Scripts', isChanged)
  return (
    <ConsoleForm
      className="expiry-form"
      label="Scripts"
      onSubmit={() => {
        if (!isChanged) return say('The choice is unchanged.')
        change.mutate(
          { scripts: changed },
          {
            onSuccess() {
              setChosen((now) => unsavedFields(now, chosen))
              say('The choice was saved.')
            },
          },
        )
      }}
      submit={['Save', 'Saving …']}
      variant="plain"
      isBusy={change.isPending}
      error={change.error}
      failure="The choice was not saved."
    >
      <SelectField
        label="Scripts that are valid in both languages"
        value={shown.language}
        onChange={({ target }) => setChosen({ ...chosen, language: ScriptLanguage.parse(target.value) })}
        options={ScriptLanguage.options.map((one) => [one, `run as ${languageNames[one]}`])}
      />
      <SelectField
        label="Where scripts in Python run"
        value={shown.python_runtime}
        onChange={({ target }) => setChosen({ ...chosen, python_runtime: PythonRuntime.parse(target.value) })}
        options={PythonRuntime.options.map((one) => [one, runtimeTexts[one]])}
      />
      <SelectField
        label="Text in results that only looks like a credential"
        value={shown.shows_lookalikes ? 'shown' : 'masked'}
        onChange={({ target }) => setChosen({ ...chosen, shows_lookalikes: target.value === 'shown' })}
        options={Object.entries(lookalikes)}
      />
      {shown.shows_lookalikes && (
        <p className="quiet">
          If a host answers with a key that is not stored here, such as a new token of its own, the agent gets it. The
          values of the credentials that are stored here stay masked.
        </p>
      )}
    </ConsoleForm>
  )
}

/** The same for a profile that can no longer change. */
export function ScriptFacts({ profile: { scripts } }: { profile: ConsoleProfile }) {
  const facts = {
    'Scripts valid in both languages': `run as ${languageNames[scripts.language]}`,
    'Scripts in Python': runtimeTexts[scripts.python_runtime],
    'Text in results that only looks like a credential': lookalikes[scripts.shows_lookalikes ? 'shown' : 'masked'],
  }
  return <Facts facts={facts} />
}
