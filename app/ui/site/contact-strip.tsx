import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { PhoneLink } from './contact-links.tsx'
import { NoBreak } from './no-break.tsx'

/** One line above the header, from the narrowest phone up: is anyone there, and how do I reach them. */
export function ContactStrip({ clinic }: { clinic: ClinicFacts }) {
  return (
    <div className="strip on-band">
      <div className="strip-in wrap">
        <p>
          <NoBreak text={clinic.today.short} />
        </p>
        <PhoneLink phone={clinic.phone}>
          <Icon name="phone" />
          {clinic.phone.display}
        </PhoneLink>
      </div>
    </div>
  )
}
