import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Panel } from '#app/ui/primitives/panel.tsx'
import { bookingTimePage as words } from '#content/pages/booking.ts'

/**
 * Another company's calendar: it loads only when the visitor asks for it, and says before what it will be told. It
 * learns which website it stands in, and never the page: that would name the service.
 */
export function HostedWidget({ host, url }: { host: string; url: string | undefined }) {
  if (url) return <iframe src={url} title={words.frame} referrerPolicy="strict-origin" />
  return (
    <Panel>
      <h2>{words.hosted.heading(host)}</h2>
      <p>{words.hosted.text(host)}</p>
      <p>
        <ButtonLink href="/booking/time?calendar=show">{words.hosted.button}</ButtonLink>
      </p>
    </Panel>
  )
}
