import { insightsPage } from './words.ts'

const { fill: words } = insightsPage

type FillMapProps = {
  days: string[]
  /** A day on which the clinic is closed then has no cell. */
  hours: { name: string; cells: ({ text: string; step: number } | undefined)[] }[]
}

/** A table whose cells are shaded. */
export const FillMap = ({ days, hours }: FillMapProps) => (
  <>
    <table className="heat">
      <caption className="vh">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{words.hour}</span>
          </th>
          {days.map((day) => (
            <th scope="col" key={day}>
              <abbr title={day}>{day.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={days[index]} className={cell ? `num heat-${cell.step}` : undefined}>
                {cell?.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <ul className="legend">
      {words.steps.map((text, index) => (
        <li key={text}>
          <i className={`heat-${index + 1}`} /> {text}
        </li>
      ))}
      <li>
        <i className="heat-0" /> {words.few}: {words.key}
      </li>
    </ul>
    <p className="hint">{words.about}</p>
  </>
)
