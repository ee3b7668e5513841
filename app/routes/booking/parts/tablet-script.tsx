/** Blanks the page when its time is over. `leftMs`: until then, if it is touched. */
export const TabletScript = ({ leftMs }: { leftMs: number }) => (
  <script type="module" src="/tablet.js" id="tablet-script" data-left={leftMs} />
)
