import './api.css'
import { type ApiDocument, type Call, neededFor } from './api-document.ts'

/** The HTTP API as a page without scripts, from its OpenAPI document. In English, like the messages of the API. */
export function ApiPage({ document }: { document: ApiDocument }) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  )
  return (
    <main id="main" className="prose api" tabIndex={-1} lang="en" dir="ltr">
      <h1 className="title">HTTP API</h1>
      <p>{document.info.description}</p>
      <p>
        Every path is below <code>{document.servers[0]?.url}</code>. Programs read the same description from{' '}
        <a className="link" href="/openapi.json">
          /openapi.json
        </a>
        , and agents read{' '}
        <a className="link" href="/skill.md">
          /skill.md
        </a>
        .
      </p>
      <nav aria-label="Calls">
        <ul>
          {calls.map(({ path, method, call }) => (
            <li key={call.operationId}>
              <a className="link" href={`#${call.operationId}`}>
                {method} {path}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map(({ path, method, call }) => (
        <section key={call.operationId} id={call.operationId} aria-label={`${method} ${path}`}>
          <h2 className="heading">
            {method} {path}
          </h2>
          <p>{call.summary}</p>
          <p>Needs: {neededFor(call, document)}</p>
          <Parameters call={call} />
          <Contents title="Body" content={call.requestBody?.content ?? {}} />
          {Object.entries(call.responses).map(([status, { description, content }]) => (
            <div key={status}>
              <p>
                <b>{status}</b> {description}
              </p>
              <Contents title={`Body of ${status}`} content={content} />
            </div>
          ))}
        </section>
      ))}
      <h2 className="heading">Shapes</h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <Shape key={name} id={`shape-${name}`} title={name} schema={schema} />
      ))}
    </main>
  )
}

function Parameters({ call }: { call: Call }) {
  if (call.parameters.length === 0) return null
  return (
    <ul>
      {call.parameters.map(({ name, in: place, required, description, schema }) => (
        <li key={`${place} ${name}`}>
          <code>{name}</code> in the {place}
          {required ? '' : ', optional'}
          {description === undefined ? '' : `: ${description}`}
          {schema !== undefined && <Shape title={`Shape of ${name}`} schema={schema} />}
        </li>
      ))}
    </ul>
  )
}

const Contents = ({ title, content }: { title: string; content: NonNullable<Call['requestBody']>['content'] }) =>
  Object.entries(content).map(([type, { schema }]) => (
    <Shape key={type} title={`${title}, ${type}`} schema={schema ?? {}} />
  ))

/** A shape of its own is described once, at the end of the page. */
function Shape({ id, title, schema }: { id?: string; title: string; schema: Readonly<Record<string, unknown>> }) {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : undefined
  if (name !== undefined) {
    return (
      <a className="link" href={`#shape-${name}`}>
        {title}: {name}
      </a>
    )
  }
  return (
    <details id={id}>
      <summary>{title}</summary>
      <pre className="mono">{JSON.stringify(schema, null, 2)}</pre>
    </details>
  )
}
