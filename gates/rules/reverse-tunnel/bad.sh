ssh -N -R 2222:localhost:22 tunnel@relay.fast-helper.dev
