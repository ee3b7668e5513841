import { widget as words } from '#content/pages/booking.ts'

export type ServiceFacts = {
  title: string
  duration: string
  price: string
  /** Not where the full price is paid in advance. */
  priceNote?: string | undefined
  /** The one person who gives it. */
  withWhom?: string | undefined
  pricesHref: string
  plateUrl: string
}

/** Below the times, in the frame: its link leaves it. All of it is loaded, so that the frame's script stays small. */
export const ServiceInShort = ({ title, duration, price, priceNote, withWhom, pricesHref, plateUrl }: ServiceFacts) => (
  <div className="sum on-wide">
    <img className="picture" src={plateUrl} alt="" width={480} height={600} />
    <div>
      <h2>{title}</h2>
      {withWhom && (
        <p>
          {words.with} <bdi>{withWhom}</bdi>
        </p>
      )}
      <p>
        {duration}.{' '}
        <a href={pricesHref} target="_top">
          {price}
        </a>
        . {priceNote}
      </p>
    </div>
  </div>
)
