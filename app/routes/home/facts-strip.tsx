import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { homePage } from '#content/pages/home.ts'

/** Phone, opening hours, next free time and billing. */
export function FactsStrip({ clinic, nextFree }: { clinic: ClinicFacts; nextFree: string | undefined }) {
  const { call, hours, nextTime, billing } = homePage.facts
  const tel = `tel:${clinic.phone.e164}`
  return (
    <section className="wrap" aria-label={homePage.facts.label}>
      <ul className="facts">
        <Fact title={call.title(clinic)} text={call.text} href={tel} />
        <Fact title={clinic.today.title} text={clinic.today.text || hours.text} href={hours.href} />
        {nextFree ? (
          <Fact title={nextTime.title} text={nextFree} href="/booking" />
        ) : (
          <Fact title={nextTime.byPhone.title} text={nextTime.byPhone.text} href={tel} />
        )}
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
          <NoBreak text={title} />
        </a>
      </b>
      <span className="value">
        <NoBreak text={text} />
      </span>
    </li>
  )
}
