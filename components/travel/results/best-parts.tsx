interface BestPartsProps {
  /** How the items are scored. */
  about: string
  /** `weight` is in percent. */
  parts: readonly { title: string; how: string; weight: number }[]
}

/** The "best" order: its weights and formula. */
export function BestParts({ about, parts }: BestPartsProps) {
  return (
    <>
      <p>{about}</p>
      <table>
        <tbody>
          {parts.map(({ title, how, weight }) => (
            <tr key={title}>
              <th scope="row">
                {title}
                <span>{how}</span>
              </th>
              <td aria-hidden="true">
                <i style={{ width: `${weight}%` }} />
              </td>
              <td>{weight}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
