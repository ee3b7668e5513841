import { goToTablet, tabletPath } from '#app/domain/shared/go-to-tablet.ts'

/** Blanks this tab when another one becomes a patient's (ui/booking/tablet.ts says so in the browser's storage). */
export const noticeTablet = () =>
  addEventListener('storage', ({ key }) => {
    if (key === 'tablet' && !location.pathname.startsWith(tabletPath)) goToTablet()
  })
