/** /subscribe/preview: a project before it opens, with its terms and the outcomes of an amount. */
import { ProjectPage } from './ProjectPage.tsx';

export function PreviewPage() {
  return <ProjectPage isPreview />;
}
