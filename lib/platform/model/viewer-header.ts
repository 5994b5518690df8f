/**
 * The header of a search's answer with the viewer key of the person whom it answers. The answer may have started a
 * guest session, so the service worker does not know this person from the page that asked.
 */
export const viewerHeader = 'x-viewer'
