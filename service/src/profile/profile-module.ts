import { Module } from 'svckit';
import { ProfileController } from './profile-controller.js';

@Module({ controllers: [ProfileController] })
export class ProfileModule {}
