import { isAvailable } from '#app/domain/catalogue/product.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { ServiceMeta } from '#app/ui/catalogue/service-card.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { bookingPage } from '#content/pages/booking.ts'

type Words = { words: Content<'booking'>['chosen'] }
type Other = Pick<WellnessService, 'id' | 'title'>
type Others = { others: readonly Other[] }

export const ChangeService = ({ others }: Others) =>
  others.length > 0 && (
    <button type="button" className="btn-text" popoverTarget={otherServicesId}>
      {bookingPage.chosen.change}
    </button>
  )

const otherServicesId = 'other-services'

/**
 * At the end of the form: each button posts what is typed to the other service's form, and Enter in a field still presses
 * the form's first button.
 */
export const OtherServices = ({
  words,
  others,
  toAction,
}: Words & Others & { toAction: (service: Other) => string }) => (
  <div popover="auto" id={otherServicesId} className="panel drop-panel">
    <p>{words.others}</p>
    <ul>
      {others.map((service) => (
        <li key={service.id}>
          <IntentButton
            intent="change-service"
            text={service.title}
            kind="text"
            formAction={`${toAction(service)}#your-details`}
          />
        </li>
      ))}
    </ul>
  </div>
)

export function ChosenService({ words, service, others }: Words & Others & { service: WellnessService }) {
  return (
    <div className="panel">
      <div className="sum">
        <Plate name={service.picture} />
        <div>
          <p className="hint">{words.label}</p>
          <h2>{service.title}</h2>
          <ServiceMeta service={service} />
          {!isAvailable(service) && <p className="not-now">{bookingPage.chosen.notAvailable}</p>}
          <ChangeService others={others} />
        </div>
      </div>
    </div>
  )
}
