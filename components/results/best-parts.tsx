interface BestPartsProps {
  /** The scored item: "trip". */
  each: string
  /** `weight` is in percent. */
  parts: readonly { title: string; how: string; weight: number }[]
}

/** The "best" order: its weights and formula. */
export function BestParts({ each, parts }: BestPartsProps) {
  return (
    <>
      <p>Each {each} gets a score from 0 to 100. Providers cannot pay for a higher rank.</p>
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
