import type { ServiceDetails } from '#app/domain/catalogue/service.ts'
import { addUp } from '#app/ui/primitives/add-up.ts'

type ServiceHourProps = { heading: string; parts: ServiceDetails['hour'] }

/** A bar true to scale, with what happens in each part of the hour. */
export const ServiceHour = ({ heading, parts }: ServiceHourProps) => (
  <section className="sage" aria-labelledby="hour">
    <div className="wrap sec">
      <h2 id="hour">{heading}</h2>
      <ol className="hour">
        {withTimes(parts).map(({ from, minutes, heading: part, text }) => (
          <li key={from} className={addUp('m-', minutes, 5).join(' ')}>
            <span className="big">{`${from} to ${from + minutes}`}</span>
            <b>{part}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

/** When each part begins, in minutes. */
const withTimes = (parts: ServiceDetails['hour']) =>
  parts.map((part, index) => ({ ...part, from: parts.slice(0, index).reduce((sum, { minutes }) => sum + minutes, 0) }))
