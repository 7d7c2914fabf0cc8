import { ProgressPage } from '#components/operators/progress-view.tsx';
import { objectPage, objectTitle } from '../../../../object-page.tsx';

export const generateMetadata = objectTitle('installation');
export default objectPage(ProgressPage);
