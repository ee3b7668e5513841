import { Link } from 'react-router'
import type { BarRow, TimeBar } from './charts.server.ts'

// The drawings have no size of their own: lengths are in percent, letters in pixels. So they are as readable on a phone,
// and need no style attribute, which the Content-Security-Policy forbids.

const stripesId = 'stripes'
const fill = (striped: boolean) => (striped ? `url(#${stripesId})` : undefined)

/** The pattern of bars that stand for few; once on a page. */
export const Stripes = () => (
  <svg className="stripes" width="0" height="0" aria-hidden="true">
    <pattern id={stripesId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="6" />
    </pattern>
  </svg>
)

/** Of the key below a chart. */
export const BarSample = ({ striped }: { striped: boolean }) => (
  <svg className="sample">
    <rect className={striped ? 'bar few' : 'bar'} width="100%" height="100%" fill={fill(striped)} rx="3" />
  </svg>
)

/** One below the other, each beside its name and value. */
export const BarRows = ({ rows }: { rows: BarRow[] }) => (
  <ul className="bar-rows">
    {rows.map(({ name, href, values: [value, ...others], width, few }) => (
      <li key={href ?? name}>
        {href ? <Link to={href}>{name}</Link> : <span>{name}</span>}
        <svg aria-hidden="true">
          {width !== undefined && (
            <rect className={few ? 'bar few' : 'bar'} width={`${width}%`} height="100%" fill={fill(few)} rx="3" />
          )}
        </svg>
        <span className="num">
          <b>{value}</b>
          {others.length > 0 && <span className="hint"> {others.join(' ')}</span>}
        </span>
      </li>
    ))}
  </ul>
)

/** Weeks or months beside each other. Its figures are in the table, so screen readers skip it. */
export const TimeBars = ({ bars }: { bars: TimeBar[] }) => (
  <svg className="time-bars" aria-hidden="true">
    <svg y="24" height="140">
      {bars.map(({ name, label, value, x, width, height = 0, striped }) => (
        <g key={name}>
          <rect
            className={striped ? 'bar few' : 'bar'}
            x={`${x}%`}
            y={`${100 - height}%`}
            width={`${width}%`}
            height={`${height}%`}
            fill={fill(striped)}
          />
          <text className="value" x={`${x + width / 2}%`} y={`${100 - height}%`} dy="-6">
            {value}
          </text>
          {label.map((line, index) => (
            <text key={index} x={`${x + width / 2}%`} y="100%" dy={18 + 16 * index}>
              {line}
            </text>
          ))}
        </g>
      ))}
      <line x1="0" x2="100%" y1="100%" y2="100%" />
    </svg>
  </svg>
)
