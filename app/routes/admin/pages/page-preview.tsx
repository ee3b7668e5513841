import { useEffect, useEffectEvent, useRef } from 'react'
import { pagesWords } from './words.ts'

const words = pagesWords.preview

type PagePreviewProps = {
  src: string
  page: string
  /** Of what is shown: another one loads it again, at the same place. */
  stamp: string
  /** It was loaded. */
  onOpen: (page: Document) => void
}

/** The page as it will be. Its width and colors are chosen by CSS alone. */
export function PagePreview({ src, page, stamp, onOpen }: PagePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(stamp)
  useEffect(() => {
    if (shown.current === stamp) return
    shown.current = stamp
    frame.current?.contentWindow?.location.reload()
  }, [stamp])
  const open = useEffectEvent(() => {
    const loaded = frame.current?.contentDocument
    // Another page may be there instead, such as the one to sign in.
    if (loaded?.readyState === 'complete' && loaded.URL.endsWith(src)) onOpen(loaded)
  })
  useEffect(() => {
    const { current } = frame
    const opens = () => open()
    // It may have loaded before this script.
    opens()
    current?.addEventListener('load', opens)
    return () => current?.removeEventListener('load', opens)
  }, [])
  return (
    <section className="page-preview" ref={fitPreview} aria-label={words.heading}>
      <div className="row page-preview-tools">
        <Choice name="preview-width" label={words.width.label} options={words.width.options} />
        <Choice name="preview-colors" label={words.colors.label} options={words.colors.options} />
        <a className="tap" href={src} target="_blank" rel="noreferrer">
          {words.open}
        </a>
      </div>
      <div className="page-preview-frame">
        {/* No script runs in it, by its policy; without `allow-scripts`, Safari would not tell us of clicks in it. */}
        <iframe ref={frame} src={src} title={words.frame(page)} sandbox="allow-same-origin allow-scripts" />
      </div>
    </section>
  )
}

/** What its styles compute where the browser can divide lengths: how much smaller the page is shown. */
function fitPreview(section: HTMLElement | null) {
  const frame = section?.querySelector('iframe')
  const around = frame?.parentElement
  if (!frame || !around || CSS.supports('line-height: calc(1px / 1px)')) return undefined
  const fit = () => {
    const wide = Number.parseFloat(getComputedStyle(frame).width)
    frame.style.setProperty('--fit', String(Math.min(1, around.clientWidth / wide)))
  }
  const observer = new ResizeObserver(fit)
  observer.observe(around)
  // Its width was chosen.
  observer.observe(frame)
  return () => observer.disconnect()
}

type ChoiceProps = { name: string; label: string; options: Record<string, string> }

const Choice = ({ name, label, options }: ChoiceProps) => (
  <fieldset className={`segments ${name}`}>
    <legend className="vh">{label}</legend>
    {Object.entries(options).map(([value, text], index) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={index === 0} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
)
