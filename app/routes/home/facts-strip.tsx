import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { NoBreak } from '#app/ui/site/no-break.tsx'

type FactsStripProps = { facts: Content<'home'>['facts']; clinic: ClinicFacts; nextFree: string | undefined }

/** Phone, opening hours, next free time and billing. */
export function FactsStrip({ facts, clinic, nextFree }: FactsStripProps) {
  const { label, call, hours, nextTime, billing } = facts
  const tel = `tel:${clinic.phone.e164}`
  return (
    <section className="wrap" aria-label={label}>
      <ul className="facts">
        <Fact title={call.title} text={call.text} href={tel} />
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
        <a className="leads" href={href}>
          <NoBreak text={title} />
        </a>
      </b>
      <span className="value">
        <NoBreak text={text} />
      </span>
    </li>
  )
}
