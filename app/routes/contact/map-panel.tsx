import type { Content } from '#app/domain/content/content-record.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'

type MapPanelProps = {
  page: Content<'contact'>
  shown: boolean
  url: string
  /** The operator's own map may need the referrer's origin, because its key is restricted to this website. */
  bySetting: boolean
}

/** Nothing of the map's company loads before the visitor asks for it. */
export function MapPanel({ page: { map }, shown, url, bySetting }: MapPanelProps) {
  return (
    <section className="panel map" id="map" aria-label={map.frameTitle}>
      {shown ? (
        <iframe
          src={url}
          title={map.frameTitle}
          loading="lazy"
          referrerPolicy={bySetting ? 'strict-origin' : 'no-referrer'}
          // Links to directions open in a new tab.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <div className="map-cover">
          <div className="map-text">
            <p>{map.onRequest}</p>
            <ButtonLink small href="/contact?map=show#map">
              {map.button}
            </ButtonLink>
          </div>
        </div>
      )}
    </section>
  )
}
