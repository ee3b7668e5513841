import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Unbroken } from '#app/ui/site/unbroken.tsx'
import { homePage } from '#content/pages/home.ts'

/** Four facts under the hero: whom to call, whether it is open, how to get a time, what it costs. */
export function FactsStrip({ clinic }: { clinic: ClinicFacts }) {
  const { call, hours, nextTime, billing } = homePage.facts
  const [todayTitle, todayHours] = splitToday(clinic.today)
  const tel = `tel:${clinic.phone.e164}`
  return (
    <section className="wrap" aria-label="At a glance">
      <ul className="facts">
        <Fact title={call.title(clinic)} text={call.text} href={tel} />
        <Fact title={todayTitle} text={todayHours ?? hours.text} href={hours.href} />
        <Fact title={nextTime.title} text={nextTime.text} href={tel} />
        <Fact title={billing.title} text={billing.text} href={billing.href} />
      </ul>
    </section>
  )
}

function Fact({ title, text, href }: { title: string; text: string; href: string }) {
  return (
    <li>
      <b>
        <a href={href}>
          <Unbroken text={title} />
        </a>
      </b>
      <span className="value">{text}</span>
    </li>
  )
}

/** 'Open today, 9 am to 5 pm' is a title and a line below it. */
function splitToday(today: string): [string, string | undefined] {
  const comma = today.indexOf(', ')
  if (comma < 0) return [today, undefined]
  const rest = today.slice(comma + 2)
  return [today.slice(0, comma), rest.charAt(0).toUpperCase() + rest.slice(1)]
}
