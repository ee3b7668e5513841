import type { ChangeRules } from '#app/domain/booking/booking-rules.ts'
import type { ShownDue } from '#app/domain/booking/money/due-in-words.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { weekInWords } from '#app/domain/clinic/week-in-words.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { PhoneLink } from '#app/ui/site/contact-links.tsx'
import { changeRules } from '#content/pages/appointment.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { servicesPage } from '#content/pages/services.ts'

type GoodToKnowProps = {
  words: Content<'booking'>['facts']
  clinic: ClinicFacts
  /** Not with a hosted calendar, which has rules of its own. */
  rules: ChangeRules | undefined
  /** The price text, where the page does not show it otherwise. */
  price?: string
  /** When the clinic is open in a week. */
  showsHours?: boolean
  /** What is paid online when it is booked. */
  due?: Pick<ShownDue, 'heading' | 'text' | 'price'> | undefined
  /** Before it is booked. */
  confirmation?: { heading: string; text: string }
}

/** What patients ask before they book. */
export const GoodToKnow = ({ words, clinic, showsHours, rules, price, due, confirmation }: GoodToKnowProps) => (
  <ul className="to-know">
    {price && !due?.price && (
      <li>
        <Icon name="tag" />
        <div>
          <b>
            <a href={servicesPage.pricesLink.href}>{price}</a>
          </b>
          <p>{words.price}</p>
        </div>
      </li>
    )}
    {due && (
      <li>
        <Icon name="tag" />
        <div>
          <b>{due.heading}</b>
          <p>{due.text}</p>
        </div>
      </li>
    )}
    {showsHours && (
      <li>
        <Icon name="clock" />
        <div>
          <b>
            <a href="/contact#hours">{bookingPage.hours}</a>
          </b>
          <p>{weekInWords(clinic.week)}</p>
        </div>
      </li>
    )}
    {rules && (
      <li>
        <Icon name="clock" />
        <div>
          <b>{words.change}</b>
          <p>{changeRules(rules)}</p>
        </div>
      </li>
    )}
    {confirmation && (
      <li>
        <Icon name="check" />
        <div>
          <b>{confirmation.heading}</b>
          <p>{confirmation.text}</p>
        </div>
      </li>
    )}
    <li>
      <Icon name="phone" />
      <div>
        <b>{words.phone}</b>
        <p>
          {words.call} <PhoneLink phone={clinic.phone} />
        </p>
      </div>
    </li>
  </ul>
)
