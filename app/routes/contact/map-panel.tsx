import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { directionsUrl } from '#app/domain/clinic/confirmed-links.ts'
import { ButtonLink, MoreLink } from '#app/ui/primitives/button.tsx'
import { Mark } from '#app/ui/site/mark.tsx'
import { contactPage } from '#content/pages/contact.ts'
import { addressLine } from '#content/site.ts'

type MapPanelProps = {
  clinic: ClinicFacts
  shown: boolean
  url: string
  /** The operator's own map may need the referrer's origin, because its key is restricted to this website. */
  bySetting: boolean
}

/** Nothing of the map's company loads before the visitor asks for it. */
export function MapPanel({ clinic, shown, url, bySetting }: MapPanelProps) {
  const { map, place } = contactPage
  const directions = directionsUrl(clinic)
  return (
    <section className="panel map" id="map" aria-labelledby="place">
      {shown ? (
        <iframe
          src={url}
          title={map.frameTitle(clinic)}
          loading="lazy"
          referrerPolicy={bySetting ? 'strict-origin' : 'no-referrer'}
          // Links to directions open in a new tab.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <div className="map-cover">
          <Mark />
        </div>
      )}
      <div className="map-text">
        <h2 id="place">{addressLine(clinic) || `${clinic.city}, ${clinic.region}`}</h2>
        {!clinic.street && <p>{place.noStreet}</p>}
        {!shown && <p className="hint">{map.onRequest}</p>}
        <div className="row">
          {!shown && (
            <ButtonLink small href="/contact?map=show#map">
              {map.button}
            </ButtonLink>
          )}
          {directions && <MoreLink href={directions}>{place.directions}</MoreLink>}
        </div>
      </div>
    </section>
  )
}
