/** People who dictate press keys by accident (WCAG 2.1.4), so single keys can be turned off on a device. */
const storedAs = 'single-keys'

export const areSingleKeysOn = () => read() !== 'off'

export function setSingleKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, 'off')
  } catch {
    // A browser that stores nothing keeps the default.
  }
}

function read() {
  try {
    return localStorage.getItem(storedAs)
  } catch {
    return null
  }
}
