import type { NearTime } from '#app/domain/booking/calendar/calendar-view.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import { BookLink } from '#app/ui/catalogue/service-card.tsx'
import { servicesPage } from '#content/pages/services.ts'

type ServiceDockProps = { service: WellnessService; next: NearTime | undefined }

/** At the bottom of a phone's screen while the page is read; the footer follows below it. */
export const ServiceDock = ({ service, next }: ServiceDockProps) => (
  <div className="dock">
    <p>
      <b>{next ? servicesPage.next(`${next.day}, ${next.clock}`) : service.title}</b>
      {`${service.duration}, ${service.price}`}
    </p>
    <BookLink service={service} small />
  </div>
)
